// The one door at which numbers of customers are hidden: every answer, every realtime message and every push passes it.
import { holdsHiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { seesNumbers } from '@guiche/shared/kernel/access.ts'
import type { Transaction } from '#database/client.ts'
import type { Actor, ExternalCaller } from '../actor.ts'
import { candidatesIn, hideNumbers } from './hide-numbers.ts'
import { customersNumbers } from './known-numbers.repo.ts'

/** True for a person who may not see numbers of customers; programs with a token of the company see them. */
export const isBlind = (caller: Actor | ExternalCaller | undefined): caller is Actor =>
  caller !== undefined && 'sessionId' in caller && !seesNumbers(caller)

/** A copy of what leaves the server, without the numbers of the company's customers. */
export async function hiddenFrom<T>(db: Transaction, companyId: number, value: T): Promise<T> {
  const { certain, possible } = candidatesIn(value)
  const known = possible.size === 0 ? [] : await customersNumbers(db, companyId, [...possible])
  return hideNumbers(value, new Set([...certain, ...known])) as T
}

function isHidden(value: unknown): boolean {
  if (typeof value === 'string') return holdsHiddenNumber(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(isHidden)
}

/** Fields of a customer that clients send back with a change of something else. */
const sentBack = ['name', 'number']

/**
 * A body without what came back as it was shown: name and number of a customer are left as they are stored, so that clients
 * which send a whole record back destroy nothing. Errors: ERR_NUMBER_HIDDEN where a hidden number would be stored or sent.
 */
export function withoutHidden(method: string, body: unknown): unknown {
  if (!isHidden(body)) return body
  const kept = Object.entries(body as object).filter(([key, value]) => !(sentBack.includes(key) && isHidden(value)))
  const rest = Object.fromEntries(kept)
  // Whose values are put back one by one: see `updateContact`.
  const { extraInfo: _left, ...others } = rest as Record<string, unknown>
  if (method !== 'PUT' || isHidden(others)) throw new AppError('ERR_NUMBER_HIDDEN')
  return rest
}
