// Languages of the console: Portuguese at once, English and Spanish when chosen; the choice is remembered.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languageOf, languages, type Language } from '@guiche/shared/kernel/languages.ts'
import { pt, type Texts } from '#locales/pt.ts'
import type { simulator } from '#locales/pt/simulator.ts'
import { reportLanguage } from '#bridge/shell-channels.ts'
import { shellStart, send } from '../device/bridge.ts'
import { localValue, remember } from '../state/local-store.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'words'
    /** The simulator's page brings its own texts. */
    resources: typeof pt & { simulator: typeof simulator }
  }
}

const load: Record<Language, () => Promise<Texts>> = {
  pt: () => Promise.resolve(withPluralZero(pt)),
  en: () => import('#locales/en.ts').then(({ en }) => en),
  es: () => import('#locales/es.ts').then(({ es }) => es)
}

/** Portuguese grammars count zero as one, and no Brazilian does: "0 atendimentos". */
function withPluralZero(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([namespace, values]) => {
      const zeros = Object.entries(values)
        .filter(([key]) => key.endsWith('_other'))
        .map(([key, text]) => [key.replace(/_other$/, '_zero'), text])
      return [namespace, { ...Object.fromEntries(zeros), ...values }]
    })
  ) as Texts
}

const documentLanguage = { pt: 'pt-BR', en: 'en', es: 'es' } as const

async function addTexts(language: Language): Promise<void> {
  const texts = await load[language]()
  for (const [namespace, values] of Object.entries(texts)) i18next.addResourceBundle(language, namespace, values)
}

/** Starts in the remembered language, with Portuguese behind it. */
export async function startLanguages(): Promise<void> {
  // Nobody has chosen yet: the desktop app knows the language of its system, a browser those of its person.
  if (localStorage.getItem('language') === null) {
    remember('language', shellStart()?.language ?? languageOf(navigator.languages))
  }
  const language = localValue('language')
  send(reportLanguage, language)
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'pt',
    supportedLngs: [...languages],
    resources: { pt: withPluralZero(pt) },
    ns: Object.keys(pt),
    defaultNS: 'words',
    interpolation: { escapeValue: false }
  })
  if (language !== 'pt') {
    await addTexts(language)
    await i18next.changeLanguage(language)
  }
  document.documentElement.lang = documentLanguage[language]
}

/** Changes the language and remembers it. */
export async function changeLanguage(language: Language): Promise<void> {
  await addTexts(language)
  remember('language', language)
  send(reportLanguage, language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = documentLanguage[language]
}
