// Whether the dialog about the second factor is open; the account menu opens it.
import { create } from 'zustand'

export const useSecondFactor = create<{ isOpen: boolean }>(() => ({ isOpen: false }))
export const showSecondFactor = (isOpen: boolean): void => useSecondFactor.setState({ isOpen })
