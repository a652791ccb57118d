// The ticket whose conversation is on the screen; nothing needs to be announced of it.
import { create } from 'zustand'

export const useTicketInView = create<{ ticketId: number | null }>(() => ({ ticketId: null }))
export const setTicketInView = (ticketId: number | null): void => useTicketInView.setState({ ticketId })
