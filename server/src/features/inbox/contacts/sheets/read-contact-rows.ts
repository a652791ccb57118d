// Turns the rows of a sheet into contacts: finds the columns by their headings, completes numbers, merges repeated ones.
import { contactHeadings, type BadRow, type RowProblem } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { contactDraft, type ContactDraft } from '@guiche/shared/features/inbox/contacts.ts'
import { isStorable } from '@guiche/shared/kernel/ids.ts'
import { completePhone, isPhoneNumber, spellingsOf } from '@guiche/shared/kernel/phone.ts'

/** Characters of a heading or a value that are kept, and the columns beyond name, number and email. */
const limits = { heading: 100, value: 1000, columns: 50 }

/** Rows among which the headings are looked for. */
export const headingRows = 20

type Field = 'name' | 'number' | 'email'

/** What other programs call the same columns. */
const otherHeadings: Record<Field, string[]> = {
  name: ['nome completo', 'contato', 'cliente', 'full name', 'contact', 'contacto', 'nombre completo'],
  number: ['numero', 'telefone', 'celular', 'whatsapp', 'fone', 'phone', 'phone number', 'mobile', 'telefono', 'movil'],
  email: ['e-mail', 'mail', 'correo', 'endereco de e-mail', 'email address', 'e-mail address']
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, ' ')
    .trim()
}

/** Of "Celular/WhatsApp" and "E-mail (opcional)" each word is looked at. */
function fieldOf(heading: string): Field | null {
  const fields: Field[] = ['name', 'number', 'email']
  const spelled = heading.split(/[/()]/).map(plain)
  return (
    fields.find((field) =>
      [...otherHeadings[field], ...Object.values(contactHeadings).map((headings) => plain(headings[field]))].some(
        (known) => spelled.includes(known)
      )
    ) ?? null
  )
}

/** What a sheet shows of a long number; with all of its digits it is spelled out. */
function spelledOut(typed: string): string | null {
  const [, whole = '', fraction = '', exponent] = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(typed) ?? []
  if (exponent === undefined) return typed
  return fraction.length === Number(exponent) ? whole + fraction : null
}

interface Columns {
  fields: Record<Field, number>
  extra: { index: number; name: string }[]
}

function columnsOf(headings: string[]): Columns | null {
  const fields: Record<Field, number> = { name: -1, number: -1, email: -1 }
  const extra: Columns['extra'] = []
  for (const [index, heading] of headings.entries()) {
    const field = fieldOf(heading)
    if (field !== null && fields[field] === -1) fields[field] = index
    else if (heading.trim() !== '' && isStorable(heading) && extra.length < limits.columns) {
      extra.push({ index, name: heading.trim().slice(0, limits.heading).toWellFormed() })
    }
  }
  return fields.name === -1 || fields.number === -1 ? null : { fields, extra }
}

export interface ReadContacts {
  /** Rows below the headings that hold anything. */
  total: number
  contacts: ContactDraft[]
  merged: number
  bad: BadRow[]
}

function problemOf(name: string, number: string | null, email: string): RowProblem | null {
  if (number === null) return 'number-rounded'
  if (![name, number, email].every(isStorable)) return 'text-unreadable'
  if (number === '') return 'number-missing'
  if (!isPhoneNumber(number)) return 'number-invalid'
  const { shape } = contactDraft
  if (!shape.name.safeParse(name).success) return name.length < 2 ? 'name-short' : 'name-long'
  return shape.email.safeParse(email).success ? null : 'email-invalid'
}

/** Both spellings of a number are one. */
const keyOf = (number: string): string => spellingsOf(number).toSorted()[0] ?? number

/** What the later row of one number adds to the earlier. */
function mergeInto(kept: ContactDraft, later: ContactDraft): void {
  if (kept.email === '') kept.email = later.email
  for (const row of later.extraInfo) {
    if (!kept.extraInfo.some(({ name }) => plain(name) === plain(row.name))) kept.extraInfo.push(row)
  }
}

const isEmpty = (row: string[]): boolean => row.every((text) => text.trim() === '')

/** Titles, dates and remarks may stand above the headings. */
function findHeadings(rows: string[][]): { first: number; columns: Columns } | null {
  for (const [first, row] of rows.slice(0, headingRows).entries()) {
    const columns = columnsOf(row)
    if (columns) return { first, columns }
  }
  return null
}

/** Null when none of the first rows says which columns are the name and the number. */
export function readContactRows(rows: string[][]): ReadContacts | null {
  const headings = findHeadings(rows)
  if (!headings) return null
  const { first, columns } = headings
  const byKey = new Map<string, ContactDraft>()
  const found: ReadContacts = { total: 0, contacts: [], merged: 0, bad: [] }
  for (const [offset, row] of rows.slice(first + 1).entries()) {
    if (isEmpty(row)) continue
    found.total++
    const at = (index: number): string => row[index]?.trim() ?? ''
    const { fields, extra } = columns
    const [name, typed, email] = [at(fields.name), at(fields.number), at(fields.email)]
    const spelled = spelledOut(typed)
    const number = completePhone(spelled ?? '')
    const problem = problemOf(name, spelled && number, email)
    if (problem !== null) {
      const shown = (text: string) => text.replaceAll('\u0000', '').slice(0, 100).toWellFormed()
      found.bad.push({ row: first + offset + 2, name: shown(name), number: shown(typed), problem })
      continue
    }
    const extraInfo = extra
      .map(({ index, name: heading }) => ({ name: heading, value: at(index).slice(0, limits.value).toWellFormed() }))
      .filter(({ value }) => value !== '' && isStorable(value))
    const contact = { name, number, email, extraInfo }
    const known = byKey.get(keyOf(number))
    if (known) {
      found.merged++
      mergeInto(known, contact)
    } else {
      byKey.set(keyOf(number), contact)
      found.contacts.push(contact)
    }
  }
  return found
}
