// SQL of the keys of companies' files.
import { asc, eq } from 'drizzle-orm'
import { rawOf, type Database, type Transaction } from '#database/client.ts'
import { companyFileKeys } from '#database/tables/org/file-keys.ts'

export type FileKeyRow = Pick<typeof companyFileKeys.$inferSelect, 'id' | 'sealedKey' | 'lostAt'>

/** All keys of a company, oldest first. */
export function keysOf(db: Database, companyId: number): Promise<FileKeyRow[]> {
  return db
    .select({ id: companyFileKeys.id, sealedKey: companyFileKeys.sealedKey, lostAt: companyFileKeys.lostAt })
    .from(companyFileKeys)
    .where(eq(companyFileKeys.companyId, companyId))
    .orderBy(asc(companyFileKeys.createdAt))
}

/** Adds the key that encrypts from now on, unless there is one; nothing for a company that has gone. */
export async function insertKey(
  db: Database,
  companyId: number,
  { id, sealedKey }: Pick<FileKeyRow, 'id' | 'sealedKey'>
): Promise<void> {
  await rawOf(db)`
    insert into company_file_keys (company_id, id, sealed_key)
    select id, ${id}::uuid, ${sealedKey} from companies where id = ${companyId}
    on conflict do nothing`
}

/** For an application secret that is lost: what is stored from now on gets new keys. */
export async function giveUpAllKeys(db: Transaction): Promise<void> {
  await rawOf(db)`update company_file_keys set lost_at = now() where lost_at is null`
}
