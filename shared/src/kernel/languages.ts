// The languages in which the program speaks to people. Whatever it says exists in each: `Record<Language, …>`.

export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]

/** The first of these tags, such as `es-AR;q=0.8`, that is spoken here; Portuguese where there is none. */
export function languageOf(tags: readonly string[]): Language {
  const asked = tags.map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return asked.map((tag) => languages.find((language) => language === tag)).find(Boolean) ?? 'pt'
}
