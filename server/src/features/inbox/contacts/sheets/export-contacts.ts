// Writes all contacts of a company into a sheet that the import understands.
import { Readable } from 'node:stream'
import { contactHeadings } from '@guiche/shared/features/inbox/contact-sheets.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { writeSheet } from '#platform/sheets/sheets.ts'
import { mediaUrl } from '#platform/storage/media-link.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import { contactsAfter, type ExportedContact } from './contact-imports.repo.ts'
import { removeExport } from '../contacts.jobs.ts'
import { extraInfoOf, type ExtraInfoRow } from '../contacts.repo.ts'

/** Contacts read at once. */
const pageSize = 2000
/** Columns beyond name, number and email; further kinds of information are left out. */
const mostExtra = 100
/** Milliseconds for which the file can be fetched. */
const keptFor = 3_600_000

const mimes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
}
const fileNames: Record<Language, string> = { pt: 'contatos', en: 'contacts', es: 'contactos' }

async function readAll(ctx: Ctx, companyId: number) {
  const contacts: ExportedContact[] = []
  const extra: ExtraInfoRow[] = []
  for (let page = await contactsAfter(ctx.db, companyId, 0, pageSize); page.length > 0;) {
    const ids = page.map(({ id }) => id)
    contacts.push(...page)
    extra.push(...(await extraInfoOf(ctx.db, companyId, ids)))
    page = page.length < pageSize ? [] : await contactsAfter(ctx.db, companyId, ids.at(-1) ?? 0, pageSize)
  }
  return { contacts, extra: Map.groupBy(extra, ({ contactId }) => contactId), names: namesOf(extra) }
}

/** Every heading once, whatever its capitals, in the spelling that came first. */
function namesOf(extra: ExtraInfoRow[]): string[] {
  const names = new Map<string, string>()
  for (const { name } of extra) {
    const key = name.toLowerCase()
    if (name.trim() !== '' && !names.has(key) && names.size < mostExtra) names.set(key, name)
  }
  return [...names.values()]
}

interface ExportWish {
  format: 'csv' | 'xlsx'
  language: Language
}

/** The link to the file, good for an hour. */
export async function exportContacts(ctx: Ctx, { companyId }: Actor, { format, language }: ExportWish) {
  const { contacts, extra, names } = await readAll(ctx, companyId)
  const headings = contactHeadings[language]
  const rows = contacts.map(({ id, name, number, email }) => {
    const own = new Map((extra.get(id) ?? []).map((row) => [row.name.toLowerCase(), row.value]))
    return [name, number ?? '', email, ...names.map((heading) => own.get(heading.toLowerCase()) ?? '')]
  })
  const bytes = await writeSheet(format, [[headings.name, headings.number, headings.email, ...names], ...rows])
  const key = `c${companyId}/exports/${uuidv7()}.${format}`
  await ctx.storage.save(key, Readable.from([bytes]))
  await inTransaction(ctx, async (tx) => {
    recordAudit(tx, { companyId, action: 'contacts.exported', after: { format, contacts: contacts.length } })
    await tx.jobs.add(tx, removeExport, { key }, { startAfter: new Date(tx.now().getTime() + keptFor) })
  })
  const name = `${fileNames[language]}-${ctx.now().toISOString().slice(0, 10)}.${format}`
  return { url: mediaUrl(ctx, key, { name, mime: mimes[format] }), name, count: contacts.length }
}
