// The audit log as a sheet: what the filter finds, and the export is an entry itself.
import { Readable } from 'node:stream'
import { mostExportedEntries, type AuditFilter } from '@guiche/shared/features/org/audit.ts'
import { enAuditWords } from '@guiche/shared/kernel/audit-words-en.ts'
import { esAuditWords } from '@guiche/shared/kernel/audit-words-es.ts'
import { ptAuditWords } from '@guiche/shared/kernel/audit-words-pt.ts'
import { settingNames } from '@guiche/shared/kernel/setting-names.ts'
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

interface Words {
  file: string
  headings: string[]
  /** As the console says them. */
  said: Readonly<Record<string, string>>
}

/** What people read, with the key it is stored under beside it: programs find their way by the keys. */
const words: Record<Language, Words> = {
  pt: {
    file: 'auditoria',
    said: { ...ptAuditWords, ...settingNames.pt },
    headings: [
      ...['Número', 'Data e hora (UTC)', 'Tipo', 'Tipo (chave)', 'Nome', 'E-mail', 'Pessoa (código)', 'Endereço'],
      ...['Programa', 'Ação', 'Ação (chave)', 'Objeto', 'Objeto (chave)', 'Descrição', 'Código'],
      ...['Empresa (código)', 'Antes', 'Depois', 'Hash']
    ]
  },
  en: {
    file: 'audit',
    said: { ...enAuditWords, ...settingNames.en },
    headings: [
      ...['Number', 'Date and time (UTC)', 'Kind', 'Kind (key)', 'Name', 'E-mail', 'Person (id)', 'Address'],
      ...['Program', 'Action', 'Action (key)', 'Object', 'Object (key)', 'Description', 'Id'],
      ...['Company (id)', 'Before', 'After', 'Hash']
    ]
  },
  es: {
    file: 'auditoria',
    said: { ...esAuditWords, ...settingNames.es },
    headings: [
      ...['Número', 'Fecha y hora (UTC)', 'Tipo', 'Tipo (clave)', 'Nombre', 'Correo', 'Persona (código)', 'Dirección'],
      ...['Programa', 'Acción', 'Acción (clave)', 'Objeto', 'Objeto (clave)', 'Descripción', 'Código'],
      ...['Empresa (código)', 'Antes', 'Después', 'Hash']
    ]
  }
}

const textOf = (value: string | number | object | null): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

function cellsOf(row: AuditRow, said: Words['said']): string[] {
  const { number, actorKind, actorId, actorName, actorEmail, address, agent, action, subjectType } = row
  // People of the company are called what they are called as the object of an act.
  const kind = said[actorKind === 'user' ? 'type_user' : `kind_${actorKind}`] ?? actorKind
  const who = [kind, actorKind, actorName, actorEmail, actorId, address, agent]
  const subject = subjectType === null ? null : (said[`type_${subjectType}`] ?? subjectType)
  const act = said[`act_${action.replace('.', '_')}`] ?? action
  const label = subjectType === 'setting' ? (said[`name_${row.subjectId}`] ?? row.subjectLabel) : row.subjectLabel
  const what = [act, action, subject, subjectType, label, row.subjectId]
  const rest = [row.aboutCompanyId, row.before, row.after, row.hash]
  return [number, row.at.toISOString(), ...who, ...what, ...rest].map(textOf)
}

/** The newest entries that a filter finds, `most` at the most, and whether there are older ones. */
async function readEntries(
  { db }: Ctx,
  companyId: number,
  filter: AuditFilter,
  { most, said }: { most: number; said: Words['said'] }
) {
  const rows: string[][] = []
  let before: number | undefined
  for (;;) {
    // One more than there is room for: whether something is left out is known then.
    const limit = Math.min(pageSize, most + 1 - rows.length)
    const page = await pageOfAudit(db, companyId, filter, { before, limit })
    rows.push(...page.map((row) => cellsOf(row, said)))
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
  const { file, headings, said } = words[language]
  const { rows, isCut } = await readEntries(ctx, companyId, filter, { most, said })
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
