// An entry of the audit log before it has a number, and the ways to say what changed without saying secrets.
import { hiddenValue, type AuditAction, type AuditFields } from '@guiche/shared/kernel/audit-actions.ts'

/** What was acted on. A contact and a ticket have no label: what is erased of a customer must not stay here. */
interface AuditSubject {
  type: string
  id?: number | string | null
  label?: string | null
}

export interface AuditEntry {
  /** Whose log it is. */
  companyId: number
  action: AuditAction
  subject?: AuditSubject
  before?: AuditFields | null
  after?: AuditFields | null
  /** Who acted, where nobody has signed in yet. */
  by?: { id: number; name: string; email: string }
  /** The company acted on, where it has no log any more. */
  aboutCompanyId?: number
}

/** Fields of a record that the log may say, and those of which it says only that they changed. */
export interface AuditedFields<T> {
  shown: readonly (keyof T & string)[]
  hidden?: readonly (keyof T & string)[]
}

/** Where an address leads; its path may be as good as a password. */
export const hostOf = (address: string | null): string | null =>
  address !== null && URL.canParse(address) ? new URL(address).host : null

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** The listed fields of a record that came or went; those that are empty are left out. */
export function fieldsFor<T extends object>(record: T, { shown, hidden = [] }: AuditedFields<T>): AuditFields {
  const of = (names: readonly (keyof T & string)[], value: (name: keyof T & string) => unknown) =>
    names.filter((name) => !isEmpty(record[name])).map((name) => [name, value(name)])
  return Object.fromEntries([...of(shown, (name) => record[name]), ...of(hidden, () => hiddenValue)]) as AuditFields
}

/** Keys in the same order, whatever order they were given in. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, one]) => [name, canonical(one)]))
}

const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(canonical(a ?? null)) === JSON.stringify(canonical(b ?? null))

/** What differs between two states of a record; null when nothing listed does. */
export function differenceOf<T extends object>(
  before: T,
  after: T,
  { shown, hidden = [] }: AuditedFields<T>
): { before: AuditFields; after: AuditFields } | null {
  const names = [...shown, ...hidden].filter((name) => !isSame(before[name], after[name]))
  if (names.length === 0) return null
  const isHidden = new Set<string>(hidden)
  const side = (record: T) =>
    Object.fromEntries(
      names.map((name) => [name, isHidden.has(name) && !isEmpty(record[name]) ? hiddenValue : (record[name] ?? null)])
    )
  return { before: side(before), after: side(after) }
}

const mostCharacters = 300
const mostEntries = 100
/** A second net under the lists of fields. */
const secretName = /passw|secret|token|api_?key|hash|credential/i

const cut = (text: string): string => text.replaceAll('\0', '').slice(0, mostCharacters).toWellFormed()

/** A text of a column; what is longer than a line is cut. */
export const auditText = (text: string | number | null | undefined): string | null =>
  text === null || text === undefined ? null : cut(String(text))

/** What PostgreSQL gives back as it was stored, with secrets hidden by their names and long texts cut. */
export function auditFields(fields: AuditFields | null | undefined): AuditFields | null {
  if (!fields) return null
  const storable = (name: string, value: unknown): unknown => {
    if (typeof value === 'string') return secretName.test(name) ? hiddenValue : cut(value)
    if (Array.isArray(value)) return value.slice(0, mostEntries)
    return value
  }
  return JSON.parse(JSON.stringify(fields, storable)) as AuditFields
}
