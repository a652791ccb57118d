// Whether the profile dialog is open; the account menu and the command palette open it.
import { create } from 'zustand'

export const useProfile = create<{ isOpen: boolean }>(() => ({ isOpen: false }))
export const showProfile = (isOpen: boolean): void => useProfile.setState({ isOpen })
