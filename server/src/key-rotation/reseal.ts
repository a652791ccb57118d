// Seals anew what was sealed with a secret of before, in small steps, while servers run.
import { openTransaction, type Database } from '#database/client.ts'
import type { AppSecrets } from '#platform/secrets/app-secret.ts'
import { createSecrets, type Secrets } from '#platform/secrets/secrets.ts'
import * as repo from './sealed-columns.repo.ts'

/** Values that are read and written at once. */
const step = 500

export interface Resealed {
  /** `table.column` of every column. */
  column: string
  /** Sealed anew now. */
  count: number
  /** That none of the secrets opens. */
  unreadable: number
}

const bytesOf = (value: Buffer | string): Buffer => (typeof value === 'string' ? Buffer.from(value, 'base64') : value)

function opens({ decrypt }: Secrets, value: Buffer | string): boolean {
  try {
    decrypt(bytesOf(value))
    return true
  } catch {
    return false
  }
}

interface Keys {
  current: Secrets
  all: Secrets
}

/** The same under the current secret; null for what no secret opens. */
function sealedAnew({ current, all }: Keys, value: Buffer | string): Buffer | string | null {
  if (!opens(all, value)) return null
  const fresh = current.encrypt(all.decrypt(bytesOf(value)))
  return typeof value === 'string' ? fresh.toString('base64') : fresh
}

async function resealColumn(db: Database, keys: Keys, column: repo.SealedColumn): Promise<Resealed> {
  const done = { column: repo.nameOf(column), count: 0, unreadable: 0 }
  let after: unknown[] | null = null
  for (;;) {
    const rows: repo.SealedValue[] = await repo.readSealed(db, column, after, step)
    const stale = rows.filter(({ value }) => !opens(keys.current, value))
    const fresh = stale.map((row) => ({ row, value: sealedAnew(keys, row.value) }))
    await openTransaction(db, async (tx) => {
      for (const { row, value } of fresh) if (value !== null) await repo.replaceSealed(tx, column, row, value)
    })
    const closed = fresh.filter(({ value }) => value === null)
    done.unreadable += closed.filter(({ row }) => !row.isGivenUp).length
    done.count += fresh.length - closed.length
    const last = rows.at(-1)
    if (rows.length < step || !last) return done
    after = last.key
  }
}

/**
 * Reads every sealed value and seals those anew that the current secret does not open. What a server writes meanwhile stays
 * as it is, so each server has to have the current secret by then. May be broken off and begun again.
 */
export async function reseal(
  db: Database,
  { current, accepted }: AppSecrets,
  tell: (done: Resealed) => void = () => {}
): Promise<Resealed[]> {
  const keys = { current: createSecrets(current), all: createSecrets(current, { accepted }) }
  const results: Resealed[] = []
  for (const column of repo.sealedColumns) {
    const done = await resealColumn(db, keys, column)
    tell(done)
    results.push(done)
  }
  return results
}
