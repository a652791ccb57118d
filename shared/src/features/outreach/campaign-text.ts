// The words of a campaign with its variables filled in, as the server sends them and the console shows them before.
import type { CampaignSettings } from './campaigns.ts'

export interface CampaignPerson {
  name: string
  number: string
  email: string
}

/** `{nome}`, `{numero}`, `{email}` and the company's own shortcuts; braces around anything else stay. */
export function fillCampaignText(text: string, person: CampaignPerson, own: CampaignSettings['variables']): string {
  const values = new Map(own.map(({ key, value }) => [key.toLowerCase(), value]))
  values.set('nome', person.name).set('numero', person.number).set('email', person.email)
  // Double braces are filled in on the way out of the house.
  return text.replace(
    /(?<!\{)\{([\p{L}\p{N}_-]{1,40})\}(?!\})/gu,
    (whole, key: string) => values.get(key.toLowerCase()) ?? whole
  )
}
