// The companies of the demonstration, a language each.
import type { Bakery, Language } from './bakery.ts'
import { bakeryEn } from './bakery-en.ts'
import { bakeryEs } from './bakery-es.ts'
import { bakeryPt } from './bakery-pt.ts'

export const bakeries: Record<Language, Bakery> = { pt: bakeryPt, en: bakeryEn, es: bakeryEs }
