// Which languages the spell checker of the page knows.
import type { Session } from 'electron'
import type { SpellLanguage } from '#bridge/preference-channels.ts'

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
