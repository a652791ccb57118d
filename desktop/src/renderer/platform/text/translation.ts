// Texts for what is drawn many times: `useTranslation` without a subscription of its own, its answers kept.
import { createContext, use, useSyncExternalStore } from 'react'
import i18next, { type FlatNamespace, type TFunction } from 'i18next'

/** Changes with the language, and draws anew whoever shows texts. */
export const SpokenLanguage = createContext('')

function follow(changed: () => void): () => void {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}

/** What `SpokenLanguage` is to be; for the frame around everything. */
export const useSpokenLanguage = (): string => useSyncExternalStore(follow, () => i18next.language)

type Translator = (key: string, options?: object) => string

/** Words without a namespace of their own are those of the first. */
function make(language: string, namespace: FlatNamespace): { t: Translator } {
  const find = i18next.getFixedT(language, namespace as 'words') as unknown as Translator
  const found = new Map<string, string>()
  const t: Translator = (key, options) => {
    if (options !== undefined) return find(key, options)
    const known = found.get(key) ?? find(key)
    found.set(key, known)
    return known
  }
  return { t }
}

/** Those of the language that is spoken, made once for each namespace. */
function createTranslators() {
  let keptFor = ''
  const kept = new Map<string, { t: Translator }>()
  return (language: string, namespace: FlatNamespace): { t: Translator } => {
    if (keptFor !== language) {
      kept.clear()
      keptFor = language
    }
    const present = kept.get(namespace) ?? make(language, namespace)
    kept.set(namespace, present)
    return present
  }
}

const translatorOf = createTranslators()

type Namespaces = FlatNamespace | readonly [FlatNamespace, ...FlatNamespace[]]

/**
 * As `useTranslation` of react-i18next, which follows the language in every place that asks: a conversation has hundreds,
 * and most of them ask for the same dozen words.
 */
export function useTranslation<const N extends Namespaces>(namespaces: N): { t: TFunction<N> } {
  use(SpokenLanguage)
  const first: FlatNamespace = typeof namespaces === 'string' ? namespaces : namespaces[0]
  return translatorOf(i18next.language, first) as unknown as { t: TFunction<N> }
}
