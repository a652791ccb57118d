// SQL of the keys with which a call may come again.
import { rawOf, type Transaction } from '#database/client.ts'
import type { ExternalCaller } from '#platform/actor.ts'

/** The key of a program that calls over one connection. */
export interface ExternalKey extends Pick<ExternalCaller, 'companyId' | 'connectionId'> {
  key: string
}

/** What the call that has the key was, and the messages that it has sent. */
export async function callWithKey(db: Transaction, { companyId, connectionId, key }: ExternalKey) {
  const [row] = await rawOf(db)<{ fingerprint: string; ids: string[] }[]>`
    select fingerprint, message_ids as ids from external_keys
    where company_id = ${companyId} and connection_id = ${connectionId} and key = ${key}`
  return row ?? null
}

/** Takes the key for this transaction: calls with the same one wait for its end. False when an earlier call has it. */
export async function takeKey(
  db: Transaction,
  { companyId, connectionId, key }: ExternalKey,
  fingerprint: string
): Promise<boolean> {
  const rows = await rawOf(db)`
    insert into external_keys (company_id, connection_id, key, fingerprint)
    values (${companyId}, ${connectionId}, ${key}, ${fingerprint}) on conflict do nothing returning key`
  return rows.length > 0
}

export async function storeMessageIds(
  db: Transaction,
  { companyId, connectionId, key }: ExternalKey,
  messageIds: string[]
): Promise<void> {
  await rawOf(db)`
    update external_keys set message_ids = ${messageIds}::uuid[]
    where company_id = ${companyId} and connection_id = ${connectionId} and key = ${key}`
}

export async function deleteKeysLike(db: Transaction, companyId: number, patterns: string[]): Promise<void> {
  await rawOf(db)`
    delete from external_keys where company_id = ${companyId} and key like any(${patterns}::text[])`
}
