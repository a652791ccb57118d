// The audit log as a sheet: what the filter finds, and the export is an entry itself.
import { Readable } from 'node:stream'
import { mostExportedEntries, type AuditFilter } from '@guiche/shared/features/org/audit.ts'
import { enAuditFields, enAuditValues } from '@guiche/shared/kernel/audit-fields/en.ts'
import { esAuditFields, esAuditValues } from '@guiche/shared/kernel/audit-fields/es.ts'
import { ptAuditFields, ptAuditValues } from '@guiche/shared/kernel/audit-fields/pt.ts'
import { enAuditWords } from '@guiche/shared/kernel/audit-words-en.ts'
import { esAuditWords } from '@guiche/shared/kernel/audit-words-es.ts'
import { ptAuditWords } from '@guiche/shared/kernel/audit-words-pt.ts'
import { permissionNames } from '@guiche/shared/kernel/permission-names.ts'
import { settingNames, settingValueNames } from '@guiche/shared/kernel/setting-names.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import type { Actor } from '#platform/actor.ts'
import type { AuditRow } from '#platform/audit/audit-rows.repo.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { writeSheet } from '#platform/sheets/sheets.ts'
import { mediaUrl } from '#platform/storage/media-link.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import { listQueues } from '#features/org/queues/queues.service.ts'
import { removeAuditExport } from './audit.jobs.ts'
import { namesOfCompanies, pageOfAudit } from './audit.repo.ts'
import { sayFields, type SayingFields } from './say-fields.ts'

const pageSize = 2000
/** Milliseconds for which the file can be fetched. */
const keptFor = 3_600_000

interface Words {
  file: string
  locale: string
  headings: string[]
  /** As the console says them. */
  said: Readonly<Record<string, string>>
}

/** The values of settings are called by keys of their own: `value_30` is a number elsewhere. */
const valuesOfSettings = (language: Language): Record<string, string> =>
  Object.fromEntries(Object.entries(settingValueNames[language]).map(([key, name]) => [`setting_${key}`, name]))

function namesIn(language: Language) {
  return { ...settingNames[language], ...permissionNames[language], ...valuesOfSettings(language) }
}

/** What people read, with the key it is stored under beside it: programs find their way by the keys. */
const words: Record<Language, Words> = {
  pt: {
    file: 'auditoria',
    locale: 'pt-BR',
    said: { ...ptAuditWords, ...ptAuditFields, ...ptAuditValues, ...namesIn('pt'), yes: 'Sim', no: 'Não' },
    headings: [
      ...['Número', 'Data e hora (UTC)', 'Tipo', 'Tipo (chave)', 'Nome', 'E-mail', 'Pessoa (código)', 'Endereço'],
      ...['Programa', 'Ação', 'Ação (chave)', 'Objeto', 'Objeto (chave)', 'Descrição', 'Código'],
      ...['Empresa (código)', 'Antes', 'Depois', 'Hash', 'Empresa', 'Antes (JSON)', 'Depois (JSON)']
    ]
  },
  en: {
    file: 'audit',
    locale: 'en-GB',
    said: { ...enAuditWords, ...enAuditFields, ...enAuditValues, ...namesIn('en'), yes: 'Yes', no: 'No' },
    headings: [
      ...['Number', 'Date and time (UTC)', 'Kind', 'Kind (key)', 'Name', 'E-mail', 'Person (id)', 'Address'],
      ...['Program', 'Action', 'Action (key)', 'Object', 'Object (key)', 'Description', 'Id'],
      ...['Company (id)', 'Before', 'After', 'Hash', 'Company', 'Before (JSON)', 'After (JSON)']
    ]
  },
  es: {
    file: 'auditoria',
    locale: 'es',
    said: { ...esAuditWords, ...esAuditFields, ...esAuditValues, ...namesIn('es'), yes: 'Sí', no: 'No' },
    headings: [
      ...['Número', 'Fecha y hora (UTC)', 'Tipo', 'Tipo (clave)', 'Nombre', 'Correo', 'Persona (código)', 'Dirección'],
      ...['Programa', 'Acción', 'Acción (clave)', 'Objeto', 'Objeto (clave)', 'Descripción', 'Código'],
      ...['Empresa (código)', 'Antes', 'Después', 'Hash', 'Empresa', 'Antes (JSON)', 'Después (JSON)']
    ]
  }
}

const textOf = (value: string | number | object | null): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** What a sheet says, and the names of companies that an act was about. */
interface Saying extends Omit<SayingFields, 'setting'> {
  companies: ReadonlyMap<number, string>
}

/** Whoever reads it; other companies have names for a super user alone. */
type Reader = Omit<Saying, 'companies'> & { isSuper: boolean }

function cellsOf(row: AuditRow, { companies, ...saying }: Saying): string[] {
  const { said } = saying
  const { number, actorKind, actorId, actorName, actorEmail, address, agent, action, subjectType } = row
  // People of the company are called what they are called as the object of an act.
  const kind = said[actorKind === 'user' ? 'type_user' : `kind_${actorKind}`] ?? actorKind
  const who = [kind, actorKind, actorName, actorEmail, actorId, address, agent]
  const subject = subjectType === null ? null : (said[`type_${subjectType}`] ?? subjectType)
  const act = said[`act_${action.replace('.', '_')}`] ?? action
  const label = subjectType === 'setting' ? (said[`name_${row.subjectId}`] ?? row.subjectLabel) : row.subjectLabel
  const what = [act, action, subject, subjectType, label, row.subjectId]
  const fields = { ...saying, setting: subjectType === 'setting' ? row.subjectId : null }
  const rest = [row.aboutCompanyId, sayFields(fields, row.before), sayFields(fields, row.after), row.hash]
  const about = row.aboutCompanyId === null ? null : (companies.get(row.aboutCompanyId) ?? null)
  return [number, row.at.toISOString(), ...who, ...what, ...rest, about, row.before, row.after].map(textOf)
}

/** The newest entries that a filter finds, `most` at the most, and whether there are older ones. */
async function readEntries(
  { db }: Ctx,
  companyId: number,
  filter: AuditFilter,
  { most, saying }: { most: number; saying: Reader }
) {
  const rows: string[][] = []
  let before: number | undefined
  for (;;) {
    // One more than there is room for: whether something is left out is known then.
    const limit = Math.min(pageSize, most + 1 - rows.length)
    const page = await pageOfAudit(db, companyId, filter, { before, limit })
    const about = saying.isSuper ? page.flatMap(({ aboutCompanyId: id }) => id ?? []) : []
    const companies = await namesOfCompanies(db, [...new Set(about)])
    rows.push(...page.map((row) => cellsOf(row, { ...saying, companies })))
    before = page.at(-1)?.number
    if (page.length < limit || rows.length > most) return { rows: rows.slice(0, most), isCut: rows.length > most }
  }
}

/** The link to the file, good for an hour; `isCut` says that older entries are not in it. */
export async function exportAudit(
  ctx: Ctx,
  { companyId, timeZone, super: isSuper }: Pick<Actor, 'companyId' | 'timeZone' | 'super'>,
  { language, ...filter }: AuditFilter & { language: Language },
  most = mostExportedEntries
) {
  const { file, headings, ...saying } = words[language]
  const queues = new Map((await listQueues(ctx, companyId)).map(({ id, name }) => [id, name]))
  const reader = { ...saying, queues, timeZone, isSuper }
  const { rows, isCut } = await readEntries(ctx, companyId, filter, { most, saying: reader })
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
