// The names a new feature goes by, all made from `inbox/price-tags`.
import { wings } from '../boundaries/module-location.ts'

export interface Names {
  wing: string
  /** `price-tags`: folder, files and path. */
  feature: string
  /** `priceTags` and `priceTag`: values. */
  many: string
  one: string
  /** `PriceTags` and `PriceTag`: types and components. */
  Many: string
  One: string
  /** `price_tags`: table. */
  table: string
  /** `price tags` and `price tag`: comments and texts. */
  words: string
  word: string
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const camel = (kebab: string): string => kebab.replace(/-([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())

/** English plurals as they are usual in names. */
function singularOf(plural: string): string {
  if (plural.endsWith('ies')) return `${plural.slice(0, -3)}y`
  if (/(?:s|x|z|ch|sh)es$/.test(plural)) return plural.slice(0, -2)
  return /[^s]s$/.test(plural) ? plural.slice(0, -1) : plural
}

/** Errors: an address that is no `<wing>/<feature>` in kebab-case, or whose plural cannot be told from its singular. */
export function namesOf(address: string, singular?: string): Names {
  const [, wing = '', feature = ''] = /^([a-z]+)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(address) ?? []
  if (feature === '') throw new Error('name the feature as <wing>/<feature>, such as inbox/labels')
  if (!wings.includes(wing as (typeof wings)[number]))
    throw new Error(`${wing} is no wing; there are ${wings.join(', ')}`)
  const one = singular ?? singularOf(feature)
  if (one === feature) throw new Error(`say what one of ${feature} is called: npm run new -- ${address} --one <name>`)
  return {
    wing,
    feature,
    many: camel(feature),
    one: camel(one),
    Many: capital(camel(feature)),
    One: capital(camel(one)),
    table: feature.replaceAll('-', '_'),
    words: feature.replaceAll('-', ' '),
    word: one.replaceAll('-', ' ')
  }
}

export const sentence = capital
