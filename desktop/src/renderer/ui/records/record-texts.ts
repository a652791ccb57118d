// The texts a record screen speaks: keys of its feature's namespace, or of the words that all screens share.
import { useTranslation } from 'react-i18next'
import type { pt } from '#locales/pt.ts'

/** A namespace of texts, such as `tags`. */
export type Words = keyof typeof pt

type WithoutCount<K> = K extends `${infer Stem}_one` | `${infer Stem}_other` ? Stem : K
type KeyOf<W extends Words> = WithoutCount<keyof (typeof pt)[W] & string>

export type TextKey<W extends Words> = KeyOf<W> | `words:${KeyOf<'words'>}`
export type Translate<W extends Words> = (key: TextKey<W>, options?: object) => string

/** The texts of a namespace; its keys need no prefix. */
export const useTexts = <W extends Words>(words: W): Translate<W> =>
  // The keys are checked where they are written: i18next cannot tell those of a namespace that is a variable.
  useTranslation([words, 'words']).t as unknown as Translate<W>

/** What a record is called in titles and labels. */
export const nameIn = <T extends { name?: string }>(
  { nameOf }: { nameOf?: (record: T) => string },
  record: T
): string => (nameOf ? nameOf(record) : (record.name ?? ''))
