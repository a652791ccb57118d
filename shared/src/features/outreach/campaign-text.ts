// The words of a campaign with its variables filled in, as the server sends them and the console shows them before.
import {
  firstNameOf,
  foldVariable,
  replaceVariables,
  variableNamed,
  type Variable
} from '../inbox/message-variables.ts'
import type { CampaignSettings } from './campaigns.ts'

export interface CampaignPerson {
  name: string
  number: string
  email: string
}

/** What a campaign says of the person on its list, whatever the contact is called; companies cannot name theirs so. */
export const personVariables = ['name', 'firstName', 'number', 'email'] as const satisfies Variable[]

const ofPerson: Record<(typeof personVariables)[number], (person: CampaignPerson) => string> = {
  name: ({ name }) => name,
  firstName: ({ name }) => firstNameOf(name),
  number: ({ number }) => number,
  email: ({ email }) => email
}

/**
 * `{{nome}}` and what else is of the person, and the company's own shortcuts; all other variables are filled in on the
 * way out. The single braces of clients of the family, `{nome}`, are understood for the same words.
 */
export function fillCampaignText(text: string, person: CampaignPerson, own: CampaignSettings['variables']): string {
  const shortcuts = new Map(own.map(({ key, value }) => [foldVariable(key), value]))
  const valueOf = (written: string): string | undefined => {
    const variable = personVariables.find((one) => one === variableNamed(written))
    return variable ? ofPerson[variable](person) : shortcuts.get(foldVariable(written))
  }
  const doubled = text.replace(/(?<!\{)\{([\p{L}\p{M}\p{N}_-]{1,40})\}(?!\})/gu, (whole, written: string) =>
    valueOf(written) === undefined ? whole : `{${whole}}`
  )
  return replaceVariables(doubled, valueOf)
}
