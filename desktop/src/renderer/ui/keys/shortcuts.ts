// The list of shortcuts that `?` shows; each screen adds its own while it is there.
import { useEffect } from 'react'
import { create } from 'zustand'

export interface Shortcut {
  /** Keys as people read them: `Ctrl+K`, `J`. */
  keys: string[]
  text: string
}

interface ShortcutState {
  groups: { title: string; shortcuts: Shortcut[] }[]
  isOpen: boolean
}
export const useShortcuts = create<ShortcutState>(() => ({ groups: [], isOpen: false }))

export const showShortcuts = (isOpen: boolean): void => useShortcuts.setState({ isOpen })

/** Adds a group to the list while the calling component is mounted. */
export function useShortcutGroup(title: string, shortcuts: Shortcut[]): void {
  const key = JSON.stringify(shortcuts)
  useEffect(() => {
    const group = { title, shortcuts: JSON.parse(key) as Shortcut[] }
    useShortcuts.setState(({ groups }) => ({ groups: [...groups, group] }))
    return () => useShortcuts.setState(({ groups }) => ({ groups: groups.filter((other) => other !== group) }))
  }, [title, key])
}
