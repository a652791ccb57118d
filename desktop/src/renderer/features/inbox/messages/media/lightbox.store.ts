// Which picture or film is open in full.
import { create } from 'zustand'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

interface LightboxState {
  open: { ticketId: number; messageId: string } | null
}

export const useLightbox = create<LightboxState>(() => ({ open: null }))
export const openLightbox = (ticketId: number, messageId: string): void =>
  useLightbox.setState({ open: { ticketId, messageId } })
export const closeLightbox = (): void => useLightbox.setState({ open: null })
/** The conversation is left: its picture does not wait for the way back. */
export const leaveLightbox = (ticketId: number): void =>
  useLightbox.setState(({ open }) => (open?.ticketId === ticketId ? { open: null } : {}))

onLifecycle({ signedOut: closeLightbox })
