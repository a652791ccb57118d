// What the command palette can do; each screen adds its actions while it is there.
import { useEffect } from 'react'
import { create } from 'zustand'
import { spotlight } from '@mantine/spotlight'
import type { Icon } from '@tabler/icons-react'

export interface CommandAction {
  id: string
  label: string
  hint?: string
  group: string
  icon?: Icon
  keywords?: string[]
  run: () => void
}

/** A source that answers what is typed, such as tickets or contacts of the server. */
export type CommandSource = (query: string) => Promise<CommandAction[]>

interface CommandState {
  actions: CommandAction[][]
  sources: CommandSource[]
}
export const useCommands = create<CommandState>(() => ({ actions: [], sources: [] }))

export const openCommandPalette = (): void => spotlight.open()

/** Adds actions while the calling component is mounted; pass a stable (memoised) list. */
export function useCommandActions(actions: CommandAction[]): void {
  return useEffect(() => {
    useCommands.setState((state) => ({ actions: [...state.actions, actions] }))
    return () => useCommands.setState((state) => ({ actions: state.actions.filter((other) => other !== actions) }))
  }, [actions])
}

/** Adds a source of found things while the calling component is mounted; pass a stable function. */
export function useCommandSource(source: CommandSource): void {
  return useEffect(() => {
    useCommands.setState((state) => ({ sources: [...state.sources, source] }))
    return () => useCommands.setState((state) => ({ sources: state.sources.filter((other) => other !== source) }))
  }, [source])
}
