// The words of a campaign: variables filled in, and what a short answer of a customer means.
import type { CampaignSettings } from '@guiche/shared/features/outreach/campaigns.ts'

interface Person {
  name: string
  number: string
  email: string
}

/** `{nome}`, `{numero}`, `{email}` and the company's own shortcuts; braces around anything else stay. */
export const fillCampaignText = (text: string, person: Person, own: CampaignSettings['variables']): string => {
  const values = new Map(own.map(({ key, value }) => [key.toLowerCase(), value]))
  values.set('nome', person.name).set('numero', person.number).set('email', person.email)
  // Double braces are filled in on the way out of the house.
  return text.replace(
    /(?<!\{)\{([\p{L}\p{N}_-]{1,40})\}(?!\})/gu,
    (whole, key: string) => values.get(key.toLowerCase()) ?? whole
  )
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const optOutWords = new Set([
  'sair',
  'parar',
  'pare',
  'para',
  'stop',
  'cancelar',
  'descadastrar',
  'remover',
  'nao quero',
  'nao quero mais',
  'nao quero receber',
  'unsubscribe',
  'baja',
  'salir'
])
const noWords = new Set(['nao', 'n', 'no', '2', 'nao obrigado', 'nao obrigada'])

/** Anything that is no refusal is taken as a yes to a question. */
export const meaningOf = (text: string): 'opt-out' | 'no' | 'yes' => {
  const said = plain(text)
  if (optOutWords.has(said)) return 'opt-out'
  return noWords.has(said) ? 'no' : 'yes'
}
