// Which languages the spell checker of the page knows, and the choice of them in its menu.
import type { Session } from 'electron'
import type { SpellLanguage } from '#bridge/preference-channels.ts'
import { preferencesOf, type Settings } from '../platform/settings.ts'
import type { SpellingMenu } from './context-menu.ts'

/** Chromium's names, where the system's differ from ours. */
const spellings: Record<SpellLanguage, string[]> = {
  'pt-BR': ['pt-BR', 'pt'],
  'en-US': ['en-US', 'en'],
  es: ['es', 'es-ES', 'es-419']
}

/** The languages that this system has a dictionary for. macOS decides by itself, from what is typed. */
export function setSpelling(session: Session, languages: readonly SpellLanguage[]): void {
  const available = new Set(session.availableSpellCheckerLanguages)
  const found = languages.flatMap((language) => spellings[language].find((name) => available.has(name)) ?? [])
  session.setSpellCheckerEnabled(found.length > 0)
  if (process.platform !== 'darwin') session.setSpellCheckerLanguages(found)
}

export interface Spelling extends SpellingMenu {
  /** Brings the page's spell checker in line with the preferences. */
  apply(): void
}

/** `onChange` is called when the person has chosen other languages in a menu. */
export function createSpelling(session: Session, settings: Settings, onChange: () => void): Spelling {
  const languages = () => preferencesOf(settings).spelling
  const apply = () => setSpelling(session, languages())
  return {
    languages,
    apply,
    change: (chosen) => {
      settings.write('spelling', chosen)
      apply()
      onChange()
    }
  }
}
