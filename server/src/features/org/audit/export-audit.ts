// The audit log as a sheet: what the filter finds, and the export is an entry itself.
import { Readable } from 'node:stream'
import { mostExportedEntries, type AuditFilter } from '@guiche/shared/features/org/audit.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import type { Actor } from '#platform/actor.ts'
import type { AuditRow } from '#platform/audit/audit-rows.repo.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { writeSheet } from '#platform/sheets/sheets.ts'
import { mediaUrl } from '#platform/storage/media-link.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import { removeAuditExport } from './audit.jobs.ts'
import { pageOfAudit } from './audit.repo.ts'

const pageSize = 2000
/** Milliseconds for which the file can be fetched. */
const keptFor = 3_600_000

const words: Record<Language, { file: string; headings: string[] }> = {
  pt: {
    file: 'auditoria',
    headings: [
      ...['Número', 'Data e hora (UTC)', 'Tipo', 'Pessoa', 'Nome', 'E-mail', 'Endereço', 'Programa', 'Ação'],
      ...['Objeto', 'Código', 'Descrição', 'Empresa', 'Antes', 'Depois', 'Hash']
    ]
  },
  en: {
    file: 'audit',
    headings: [
      ...['Number', 'Date and time (UTC)', 'Kind', 'Person', 'Name', 'E-mail', 'Address', 'Program', 'Action'],
      ...['Object', 'Id', 'Description', 'Company', 'Before', 'After', 'Hash']
    ]
  },
  es: {
    file: 'auditoria',
    headings: [
      ...['Número', 'Fecha y hora (UTC)', 'Tipo', 'Persona', 'Nombre', 'Correo', 'Dirección', 'Programa', 'Acción'],
      ...['Objeto', 'Código', 'Descripción', 'Empresa', 'Antes', 'Después', 'Hash']
    ]
  }
}

const textOf = (value: string | number | object | null): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

function cellsOf(row: AuditRow): string[] {
  const { number, actorKind, actorId, actorName, actorEmail, address, agent, action } = row
  const who = [actorKind, actorId, actorName, actorEmail, address, agent]
  const what = [action, row.subjectType, row.subjectId, row.subjectLabel, row.aboutCompanyId, row.before, row.after]
  return [number, row.at.toISOString(), ...who, ...what, row.hash].map(textOf)
}

/** The newest entries that a filter finds, `most` at the most, and whether there are older ones. */
async function readEntries(ctx: Ctx, companyId: number, filter: AuditFilter, most: number) {
  const rows: string[][] = []
  let before: number | undefined
  for (;;) {
    // One more than there is room for: whether something is left out is known then.
    const limit = Math.min(pageSize, most + 1 - rows.length)
    const page = await pageOfAudit(ctx.db, companyId, filter, { before, limit })
    rows.push(...page.map(cellsOf))
    before = page.at(-1)?.number
    if (page.length < limit || rows.length > most) return { rows: rows.slice(0, most), isCut: rows.length > most }
  }
}

/** The link to the file, good for an hour; `isCut` says that older entries are not in it. */
export async function exportAudit(
  ctx: Ctx,
  { companyId }: Pick<Actor, 'companyId'>,
  { language, ...filter }: AuditFilter & { language: Language },
  most = mostExportedEntries
) {
  const { rows, isCut } = await readEntries(ctx, companyId, filter, most)
  const { file, headings } = words[language]
  const bytes = await writeSheet('csv', [headings, ...rows])
  const key = `c${companyId}/exports/${uuidv7()}.csv`
  await ctx.storage.save(key, Readable.from([bytes]))
  await inTransaction(ctx, async (tx) => {
    recordAudit(tx, { companyId, action: 'audit.exported', after: { ...filter, entries: rows.length, isCut } })
    await tx.jobs.add(tx, removeAuditExport, { key }, { startAfter: new Date(tx.now().getTime() + keptFor) })
  })
  const name = `${file}-${ctx.now().toISOString().slice(0, 10)}.csv`
  return { url: mediaUrl(ctx, key, { name, mime: 'text/csv; charset=utf-8' }), name, count: rows.length, isCut }
}
