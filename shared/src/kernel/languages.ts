// The languages in which the program speaks to people. Whatever it says exists in each: `Record<Language, …>`.

import { z } from 'zod'

export const languages = ['pt', 'en', 'es'] as const
export type Language = (typeof languages)[number]

/** The language in which something is written for whoever speaks it; null (`''` of a form) for everybody. */
export const writtenIn = z
  .union([z.enum(languages), z.literal('')])
  .nullish()
  .transform((language) => language || null)

/** Whether what is written in a language, or for everybody, is for whoever speaks another. */
export const isReadable = (written: Language | null, spoken: Language): boolean =>
  written === null || written === spoken

/** The first of these tags, such as `es-AR;q=0.8`, that is spoken here; Portuguese where there is none. */
export function languageOf(tags: readonly string[]): Language {
  const asked = tags.map((tag) => tag.trim().slice(0, 2).toLowerCase())
  return asked.map((tag) => languages.find((language) => language === tag)).find(Boolean) ?? 'pt'
}
