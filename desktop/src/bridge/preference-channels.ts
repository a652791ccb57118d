// What a person may set about the app on this computer.
import { z } from 'zod'
import { channel, notice } from './channel.ts'

export const previews = ['all', 'name', 'none'] as const
export const spellLanguages = ['pt-BR', 'en-US', 'es'] as const

const preferences = z.object({
  startAtLogin: z.boolean(),
  /** The close button leaves the app running in the tray. */
  closeToTray: z.boolean(),
  notifications: z.boolean(),
  /** What a notification shows: name and text, the name, or neither. */
  preview: z.enum(previews),
  spelling: z.array(z.enum(spellLanguages)).max(spellLanguages.length),
  /** Asks where to save every download; otherwise they go to the downloads folder. */
  askWhereToSave: z.boolean()
})
const change = preferences.partial().strict()
export type Preferences = z.infer<typeof preferences>
export type PreferenceChange = z.infer<typeof change>
export type Preview = Preferences['preview']
export type SpellLanguage = Preferences['spelling'][number]

export const readPreferences = channel('preferences:read', [], preferences)
export const changePreferences = channel('preferences:change', [change], preferences)
export const preferencesChanged = notice('preferences:changed', preferences)
