// What became of every recipient of a campaign, as a sheet: read and written page by page, however many there are.
import { Readable } from 'node:stream'
import { wallClock } from '@guiche/shared/kernel/zoned-time.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import type { Actor } from '#platform/actor.ts'
import { recordAudit } from '#platform/audit/record-audit.ts'
import type { Ctx } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import { mediaUrl } from '#platform/storage/media-link.ts'
import { uuidv7 } from '#platform/text/uuid.ts'
import { shownCampaign } from '../plan/campaign-rows.ts'
import { recipientsAfter, type RecipientRow } from '../campaign-recipients.repo.ts'
import { removeResults } from '../campaigns.jobs.ts'

/** Recipients read at once. */
const pageSize = 1000
/** Milliseconds for which the file can be fetched. */
const keptFor = 3_600_000

interface Words {
  file: string
  headings: string[]
  states: Record<RecipientRow['state'], string>
  reasons: Record<string, string>
}

const words: Record<Language, Words> = {
  pt: {
    file: 'campanha',
    headings: [
      'Nome',
      'Número',
      'E-mail',
      'Situação',
      'Motivo',
      'Enviada',
      'Entregue',
      'Confirmação pedida',
      'Confirmada'
    ],
    states: {
      waiting: 'Aguardando',
      asked: 'Aguardando resposta',
      sent: 'Enviada',
      skipped: 'Deixada de fora',
      failed: 'Falhou'
    },
    reasons: {
      'opted-out': 'Pediu para não receber campanhas',
      erased: 'Contato excluído',
      declined: 'Disse não à confirmação',
      'not-on-whatsapp': 'Não está no WhatsApp',
      refused: 'O WhatsApp recusou a mensagem',
      'reach-out-locked': 'O WhatsApp bloqueou por um tempo as conversas novas deste número',
      'media-broken': 'O arquivo está danificado',
      'media-too-large': 'O arquivo é grande demais para o WhatsApp',
      'no-session': 'Não foi possível cifrar a mensagem para este contato',
      expired: 'A conexão ficou fora do ar por tempo demais',
      unknown: 'O WhatsApp não disse o motivo'
    }
  },
  en: {
    file: 'campaign',
    headings: ['Name', 'Number', 'E-mail', 'Status', 'Reason', 'Sent', 'Delivered', 'Confirmation asked', 'Confirmed'],
    states: { waiting: 'Waiting', asked: 'Waiting for an answer', sent: 'Sent', skipped: 'Left out', failed: 'Failed' },
    reasons: {
      'opted-out': 'Asked not to receive campaigns',
      erased: 'Contact deleted',
      declined: 'Said no to the confirmation',
      'not-on-whatsapp': 'Not on WhatsApp',
      refused: 'WhatsApp refused the message',
      'reach-out-locked': 'WhatsApp has blocked new conversations from this number for a while',
      'media-broken': 'The file is damaged',
      'media-too-large': 'The file is too large for WhatsApp',
      'no-session': 'The message could not be encrypted for this contact',
      expired: 'The connection was down for too long',
      unknown: 'WhatsApp did not say why'
    }
  },
  es: {
    file: 'campana',
    headings: [
      'Nombre',
      'Número',
      'Correo',
      'Estado',
      'Motivo',
      'Enviado',
      'Entregado',
      'Confirmación pedida',
      'Confirmado'
    ],
    states: {
      waiting: 'En espera',
      asked: 'En espera de respuesta',
      sent: 'Enviado',
      skipped: 'Excluido',
      failed: 'Falló'
    },
    reasons: {
      'opted-out': 'Pidió no recibir campañas',
      erased: 'Contacto eliminado',
      declined: 'Dijo que no a la confirmación',
      'not-on-whatsapp': 'No está en WhatsApp',
      refused: 'WhatsApp rechazó el mensaje',
      'reach-out-locked': 'WhatsApp bloqueó por un tiempo las conversaciones nuevas de este número',
      'media-broken': 'El archivo está dañado',
      'media-too-large': 'El archivo es demasiado grande para WhatsApp',
      'no-session': 'No fue posible cifrar el mensaje para este contacto',
      expired: 'La conexión estuvo caída demasiado tiempo',
      unknown: 'WhatsApp no dijo el motivo'
    }
  }
}

/** A cell that a program for sheets takes for a text, whatever it begins with. */
function cell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const line = (cells: string[]): string => `${cells.map(cell).join(';')}\r\n`

function momentOf(moment: Date | null, timeZone: string): string {
  if (moment === null) return ''
  const { year, month, day, hour, minute } = wallClock(moment, timeZone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`
}

function lineOf(row: RecipientRow, { states, reasons }: Words, timeZone: string): string {
  return line([
    row.name,
    row.number,
    row.email,
    states[row.state],
    row.reason === null ? '' : (reasons[row.reason] ?? reasons['unknown'] ?? ''),
    ...[row.sentAt, row.deliveredAt, row.confirmationRequestedAt, row.confirmedAt].map((moment) =>
      momentOf(moment, timeZone)
    )
  ])
}

/** The link to the file, good for an hour. Errors: ERR_NO_CAMPAIGN_FOUND. */
export async function exportResults(ctx: Ctx, { companyId, timeZone }: Actor, campaignId: number, language: Language) {
  const { campaign } = await shownCampaign(ctx, companyId, campaignId)
  const said = words[language]
  let count = 0
  const pages = async function* () {
    // Programs for offices take a file without this mark for Windows' own letters.
    yield `\uFEFF${line(said.headings)}`
    for (let last = 0; ;) {
      const rows = await recipientsAfter(ctx.db, { companyId, campaignId }, last, pageSize)
      count += rows.length
      if (rows.length > 0) yield rows.map((row) => lineOf(row, said, timeZone)).join('')
      last = rows.at(-1)?.id ?? last
      if (rows.length < pageSize) return
    }
  }
  const key = `c${companyId}/exports/${uuidv7()}.csv`
  await ctx.storage.save(key, Readable.from(pages()))
  await inTransaction(ctx, async (tx) => {
    const subject = { type: 'campaign', id: campaignId, label: campaign.name }
    recordAudit(tx, { companyId, action: 'campaign.exported', subject, after: { recipients: count } })
    await tx.jobs.add(tx, removeResults, { key }, { startAfter: new Date(tx.now().getTime() + keptFor) })
  })
  const name = `${said.file}-${campaign.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`
  return { url: mediaUrl(ctx, key, { name, mime: 'text/csv; charset=utf-8' }), name, count }
}
