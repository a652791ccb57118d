// Messages that nobody wrote by hand: how their client id begins says where they come from.
import type { Message } from './messages.ts'

export const sourceMarks = { bot: 'bot-', campaign: 'campaign-', schedule: 'schedule-' } as const
export type MessageSource = keyof typeof sourceMarks

const sources = Object.keys(sourceMarks) as MessageSource[]

/** Null for what a person wrote, here or on the phone, and for what a customer sent. */
export function sourceOf({ fromMe, clientId }: Pick<Message, 'fromMe' | 'clientId'>): MessageSource | null {
  if (!fromMe || clientId === null) return null
  return sources.find((source) => clientId.startsWith(sourceMarks[source])) ?? null
}
