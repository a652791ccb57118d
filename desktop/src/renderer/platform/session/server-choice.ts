// Whether the choice of the server is open; the login, the start screen and the settings open it.
import { create } from 'zustand'

export const useServerChoice = create<{ isOpen: boolean }>(() => ({ isOpen: false }))
export const openServerChoice = (isOpen: boolean): void => useServerChoice.setState({ isOpen })
