// Whether the dialog about notifications on this device is open; the account menu opens it.
import { create } from 'zustand'

export const usePushSettings = create<{ isOpen: boolean }>(() => ({ isOpen: false }))
export const showPushSettings = (isOpen: boolean): void => usePushSettings.setState({ isOpen })
