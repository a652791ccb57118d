// What this browser remembers: one typed value a key, in the spelling legacy clients use.
import { create } from 'zustand'
import type { Language } from '@guiche/shared/kernel/languages.ts'

interface LocalValues {
  /** Null follows the system until somebody chooses. */
  preferredTheme: 'light' | 'dark' | null
  /** 0 to 1, in steps of 0.1. */
  volume: number
  /** Prefix own messages with the writer's name. */
  signOption: boolean
  language: Language
  /** Percent of the screen beside the menu; null until somebody moves the edge. */
  ticketListWidth: number | null
  chatListWidth: number | null
  /** Creation of the newest announcement the person has looked at; ISO 8601, empty for none. */
  announcementsSeen: string
  /** Whether the list of first steps shows: by the age of the company until somebody chooses. */
  firstSteps: 'auto' | 'shown' | 'away'
}

const defaults: LocalValues = {
  preferredTheme: null,
  volume: 1,
  signOption: true,
  language: 'pt',
  ticketListWidth: null,
  chatListWidth: null,
  announcementsSeen: '',
  firstSteps: 'auto'
}

const isWidth = (value: unknown): boolean => value === null || (typeof value === 'number' && value >= 10 && value <= 60)

const accepts: { [K in keyof LocalValues]: (value: unknown) => boolean } = {
  preferredTheme: (value) => value === 'light' || value === 'dark' || value === null,
  volume: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  signOption: (value) => typeof value === 'boolean',
  language: (value) => value === 'pt' || value === 'en' || value === 'es',
  ticketListWidth: isWidth,
  chatListWidth: isWidth,
  announcementsSeen: (value) => typeof value === 'string',
  firstSteps: (value) => value === 'auto' || value === 'shown' || value === 'away'
}

function read<K extends keyof LocalValues>(key: K): LocalValues[K] {
  const stored = localStorage.getItem(key)
  if (stored === null) return defaults[key]
  let value: unknown = stored
  try {
    value = JSON.parse(stored)
  } catch {
    // Plain words such as `dark` are kept without quotes.
  }
  return accepts[key](value) ? (value as LocalValues[K]) : defaults[key]
}

function readAll(): LocalValues {
  return {
    preferredTheme: read('preferredTheme'),
    volume: read('volume'),
    signOption: read('signOption'),
    language: read('language'),
    ticketListWidth: read('ticketListWidth'),
    chatListWidth: read('chatListWidth'),
    announcementsSeen: read('announcementsSeen'),
    firstSteps: read('firstSteps')
  }
}

const useLocalValues = create<LocalValues>(() => readAll())

/** The remembered value of a key; renders again when it changes. */
export const useLocalValue = <K extends keyof LocalValues>(key: K): LocalValues[K] =>
  useLocalValues((values) => values[key])
export const localValue = <K extends keyof LocalValues>(key: K): LocalValues[K] => useLocalValues.getState()[key]

/** Remembers a value. A full or forbidden storage keeps it for this visit only. */
export function remember<K extends keyof LocalValues>(key: K, value: LocalValues[K]): void {
  useLocalValues.setState({ [key]: value })
  try {
    localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
  } catch {
    // Nothing to do: the value holds until the page is left.
  }
}

/** Reads everything again, after the storage was cleared. */
export const rereadLocalValues = (): void => useLocalValues.setState(readAll())

window.addEventListener('storage', (event) => {
  if (event.key !== null && event.key in defaults) rereadLocalValues()
})
