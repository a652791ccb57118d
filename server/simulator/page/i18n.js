// Languages of the page: Portuguese first, English and Spanish by choice.
import { en } from './locale-en.js'
import { es } from './locale-es.js'
import { pt } from './locale-pt.js'

const locales = { pt, en, es }
const tags = { pt: 'pt-BR', en: 'en', es: 'es' }
let language = localStorage.getItem('language') ?? 'pt'
if (!(language in locales)) language = 'pt'

export const languages = Object.keys(locales)
export const currentLanguage = () => language
export const localeTag = () => tags[language]

export function setLanguage(next) {
  language = next
  localStorage.setItem('language', next)
  document.documentElement.lang = tags[next]
}

/** Text by key, with `{name}` places filled. */
export const t = (key, values = {}) =>
  (locales[language][key] ?? locales.pt[key] ?? key).replace(/\{(\w+)\}/g, (_all, name) => values[name] ?? '')
