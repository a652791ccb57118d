// What is looked at in staged rows before the company has a place: that they are those of the archive, and that nobody here is in the way.
import type { TransactionSql } from 'postgres'
import { isNumberKey, settingNumbers, settingValues, type SettingKey } from '@guiche/shared/features/org/settings.ts'
import type { Manifest } from '#backup/archive-format.ts'
import { BackupError } from '#backup/backup-error.ts'
import { ownTables } from './own-tables.repo.ts'
import * as staging from './staging.repo.ts'

/** What the importer decides. */
export interface ImportTerms {
  /** Null for the one that it has. */
  name: string | null
  /** Name of a plan of here; null for the one that is called as its plan was. */
  plan: string | null
  /** Due date, extras, invoices and payer come along: the archive is of a server that one trusts. */
  withBilling: boolean
  /** Put into the addresses that people sign in with, so that a copy can stand beside the original; null for none. */
  emailTag: string | null
}

/** Kibibytes and passes of a password that this server would compute for whoever asks. */
const most = { memory: 262_144, passes: 10, lanes: 8 }

function isBearable(cost: string): boolean {
  const found = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,4}),p=(\d{1,4})\$$/.exec(cost)
  if (!found) return false
  const [memory, passes, lanes] = found.slice(1).map(Number) as [number, number, number]
  return memory <= most.memory && passes <= most.passes && lanes <= most.lanes
}

async function checkPeople(tx: TransactionSql, { emailTag }: ImportTerms): Promise<void> {
  if (emailTag !== null) {
    if (!/^[a-z0-9-]{1,20}$/.test(emailTag))
      throw new BackupError('A word for addresses has up to twenty small letters, digits and hyphens.')
    await staging.tagEmails(tx, emailTag)
  }
  const taken = await staging.takenEmails(tx)
  if (taken.length > 0) {
    const more = taken.length > 20 ? ` and ${taken.length - 20} more` : ''
    throw new BackupError(
      `These people sign in here already, and an address opens one account: ${taken.slice(0, 20).join(', ')}${more}. Nothing was taken in.`,
      'people',
      `${taken.slice(0, 20).join(', ')}${taken.length > 20 ? '…' : ''}`
    )
  }
  if (!(await staging.passwordCosts(tx)).every(isBearable))
    throw new BackupError('The archive holds passwords that are none of Guichê. Nothing was taken in.')
}

/** Errors: BackupError for rows that are not those of the archive or say what none may say, and for people who are here already. */
export async function checkStages(tx: TransactionSql, manifest: Manifest, terms: ImportTerms): Promise<void> {
  for (const table of ownTables) {
    const said = manifest.tables[`public.${table.name}`]
    const found = await staging.sumOfStage(tx, table)
    if (said?.rows !== found.rows || said.fingerprint !== found.fingerprint)
      throw new BackupError(`${table.name} came out different from what was exported. Nothing was taken in.`)
    const forbidden = await staging.findForbidden(tx, table)
    if (forbidden !== null)
      throw new BackupError(
        `The archive says something of ${forbidden} that nothing of Guichê says. Nothing was taken in.`
      )
  }
  await checkPeople(tx, terms)
}

function isSetting(key: string, value: string): boolean {
  if (!Object.hasOwn(settingValues, key)) return false
  const known = key as SettingKey
  if (!isNumberKey(known)) return (settingValues[known] as readonly string[]).includes(value)
  const { min, max } = settingNumbers[known]
  return /^\d{1,4}$/.test(value) && Number(value) >= min && Number(value) <= max
}

/** Settings that there are not, and what is for the super user to say, keep their defaults. */
export async function settleSettings(tx: TransactionSql, { withBilling }: ImportTerms): Promise<void> {
  const given = await staging.stagedSettings(tx)
  const dropped = given.filter(
    ({ key, value }) => !isSetting(key, value) || (key === 'campaignsEnabled' && !withBilling)
  )
  if (dropped.length > 0)
    await staging.dropSettings(
      tx,
      dropped.map(({ key }) => key)
    )
}
