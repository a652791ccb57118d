// The client ids by which messages of campaigns are known: campaign, recipient, attempt, and the part it is.
import { sourceMarks } from '@guiche/shared/features/inbox/messages.ts'

/** Begins the client ids of everything that one recipient is sent. */
export const markOf = (campaignId: number, recipientId: number): string =>
  `${sourceMarks.campaign}${campaignId}-${recipientId}-`

/** The recipient behind a client id; null for a message of no campaign. */
export function recipientOf(clientId: string | null): number | null {
  const id = /^campaign-\d+-(\d+)-/.exec(clientId ?? '')?.[1]
  return id === undefined ? null : Number(id)
}

/** Of several parts the first is 0; a question is none of them. */
export function partOf(clientId: string): number | null {
  const part = clientId.split('-')[4] ?? '0'
  return part === 'ask' ? null : Number(part)
}
