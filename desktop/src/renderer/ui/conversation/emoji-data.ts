// Names of emoji in the three languages, from our own files and only when they are wanted.
import i18next from 'i18next'
import type { EmojiData } from 'frimousse'

/** Emoji of later versions are boxes on computers that are a few years old. */
const newestVersion = 15

interface RawEmoji {
  emoji: string
  label: string
  group?: number
  version: number
  tags?: string[]
  skins?: { emoji: string; tone?: number | number[] }[]
}

const load: Record<string, () => Promise<{ default: unknown }>> = {
  pt: () => import('emojibase-data/pt/data.json'),
  en: () => import('emojibase-data/en/data.json'),
  es: () => import('emojibase-data/es/data.json')
}

/** The groups of the standard in its order; `component` (2) holds no emoji of its own. */
const groups = {
  0: 'emojiSmileys',
  1: 'emojiPeople',
  3: 'emojiNature',
  4: 'emojiFood',
  5: 'emojiTravel',
  6: 'emojiActivities',
  7: 'emojiObjects',
  8: 'emojiSymbols',
  9: 'emojiFlags'
} as const

const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const

/** Windows shows letters instead of flags of countries. */
const hasFlags = !navigator.userAgent.includes('Windows')

function skinsOf(raw: RawEmoji): EmojiData['emojis'][number]['skins'] {
  const skins = (raw.skins ?? []).filter(({ tone }) => typeof tone === 'number')
  if (skins.length !== tones.length) return undefined
  return Object.fromEntries(skins.map(({ emoji }, index) => [tones[index], emoji])) as Record<
    (typeof tones)[number],
    string
  >
}

/** Emoji for the picker, named in a language. */
export async function emojiData(language: string): Promise<EmojiData> {
  const raw = (await (load[language] ?? load['pt'])?.())?.default as RawEmoji[]
  const t = i18next.getFixedT(language, 'messages')
  return {
    locale: language,
    categories: Object.entries(groups).map(([index, key]) => ({ index: Number(index), label: t(key) })),
    emojis: raw
      .filter(({ group, version }) => group !== undefined && group in groups && version <= newestVersion)
      .filter(({ group, emoji }) => group !== 9 || hasFlags || !/^\p{Regional_Indicator}/u.test(emoji))
      .map((one) => ({
        emoji: one.emoji,
        category: one.group ?? 0,
        label: one.label,
        version: one.version,
        tags: one.tags ?? [],
        skins: skinsOf(one)
      })),
    skinTones: {
      light: t('toneLight'),
      'medium-light': t('toneMediumLight'),
      medium: t('toneMedium'),
      'medium-dark': t('toneMediumDark'),
      dark: t('toneDark')
    }
  }
}
