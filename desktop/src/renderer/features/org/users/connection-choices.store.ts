// The connections a user's tickets may go out on, by name; the connections' own feature fills it in.
import { create } from 'zustand'

export interface ConnectionChoice {
  id: number
  name: string
}

export const useConnectionChoices = create<{ choices: ConnectionChoice[] }>(() => ({ choices: [] }))

export const setConnectionChoices = (choices: ConnectionChoice[]): void => useConnectionChoices.setState({ choices })
