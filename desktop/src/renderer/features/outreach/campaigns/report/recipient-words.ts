// What a recipient's state and reason are called.
import type { Recipient } from './campaign-report.store.ts'

export type ShownState = Recipient['state'] | 'delivered' | 'confirmed'

/** Tells those who have it from those it is on its way to. */
export function shownState({ state, deliveredAt, confirmedAt }: Recipient): ShownState {
  if (state === 'sent' && deliveredAt !== null) return 'delivered'
  return state === 'asked' && confirmedAt !== null ? 'confirmed' : state
}

const reasons = [
  'opted-out',
  'erased',
  'declined',
  'not-on-whatsapp',
  'refused',
  'reach-out-locked',
  'media-broken',
  'media-too-large',
  'no-session',
  'expired'
] as const

/** Null where there is none; reasons without words are unknown ones. */
export const shownReason = ({ reason }: Recipient): (typeof reasons)[number] | 'unknown' | null =>
  reason === null ? null : (reasons.find((one) => one === reason) ?? 'unknown')
