// Carries out one task of the desk on an open socket and waits for WhatsApp's acknowledgement.
import { isBoom } from '@hapi/boom'
import { parseAndInjectE2ESessions, type proto, type WASocket } from '@whiskeysockets/baileys'
import type { OutboundFile, OutboundTask } from '#platform/whatsapp-port.ts'
import { WhatsAppRefusal } from '#platform/whatsapp-port.ts'
import type { AckBook } from './acks.ts'
import { isGroup, isPhone, type Own, userOf } from '../addresses/addresses.ts'
import type { ILogger } from '../wire/baileys-log.ts'
import { mediaConn, uploader } from '../media/media-conn.ts'
import { contentOfTask, type MessageTask, stanzaAttributes } from './outbound-content.ts'
import { markRead } from './read-marks.ts'
import { hasSession, knowRecipients } from './recipients.ts'
import type { SocketCaches } from '../wire/socket-caches.ts'
import type { Timings } from '../timings.ts'

export interface OutboundParts {
  sock: WASocket
  acks: AckBook
  own: () => Own
  caches: SocketCaches
  log: ILogger
  timings: Pick<Timings, 'ackDeadline' | 'answer'>
}

/** Bytes a second that an upload must manage, and what it gets at least. */
const slowestUpload = 20_000
const leastUploadTime = 60_000

function statusOf(error: unknown): number | null {
  if (!isBoom(error)) return null
  const given: unknown = error.data
  return typeof given === 'number' ? given : error.output.statusCode
}

/** What an error of Baileys means for the task. */
function refusalOfError(error: unknown): WhatsAppRefusal {
  if (error instanceof WhatsAppRefusal) return error
  const status = statusOf(error)
  const text = error instanceof Error ? error.message : ''
  if (status === 428 || text.includes('Connection Closed')) return new WhatsAppRefusal('no-session', true, error)
  if (status === 404 || status === 406 || text.includes('item-not-found')) {
    return new WhatsAppRefusal('not-on-whatsapp', false, error)
  }
  return new WhatsAppRefusal('unknown', true, error)
}

/** Begins Signal sessions under a number whose LID WhatsApp does not tell: Baileys asks for keys by LID alone. */
async function beginByNumber(sock: WASocket, chat: string): Promise<void> {
  const devices = await sock.getUSyncDevices([chat], false, false)
  const content = devices.map(({ jid }) => ({ tag: 'user', attrs: { jid } }))
  const keys = await sock.query({
    tag: 'iq',
    attrs: { xmlns: 'encrypt', type: 'get', to: '@s.whatsapp.net' },
    content: [{ tag: 'key', attrs: {}, content }]
  })
  await parseAndInjectE2ESessions(keys, sock.signalRepository)
}

/** Baileys sends to nobody it has neither a LID nor a Signal session of. */
async function assertReachable({ sock }: OutboundParts, chat: string): Promise<void> {
  if (!isPhone(chat)) return
  if (await sock.signalRepository.lidMapping.getLIDForPN(chat)) return
  if (await hasSession(sock, chat)) return
  const found = await sock.onWhatsApp(chat)
  if (!found) throw new WhatsAppRefusal('unknown', true, new Error('WhatsApp does not tell whether the number exists'))
  if (!found.some((one) => one.exists)) throw new WhatsAppRefusal('not-on-whatsapp', false)
  await beginByNumber(sock, chat)
  if (!(await hasSession(sock, chat))) throw new WhatsAppRefusal('refused', true, new Error('no keys are known'))
}

async function assertSize(sock: WASocket, file: OutboundFile): Promise<void> {
  const { hosts } = await mediaConn(sock)
  const limit = Math.max(...hosts.map((host) => host.maxContentLengthBytes).filter((bytes) => bytes > 0))
  if (Number.isFinite(limit) && file.size > limit) throw new WhatsAppRefusal('media-too-large', false)
}

/** The content of a task as it goes out; its file is uploaded on the way. */
export function buildContent(
  { sock, own, log }: Pick<OutboundParts, 'sock' | 'own' | 'log'>,
  task: MessageTask
): Promise<proto.IMessage> {
  const size = task.kind === 'send' ? (task.file?.size ?? 0) : 0
  const uploadTimeout = leastUploadTime + (size / slowestUpload) * 1000
  return contentOfTask(task, { own: own(), upload: uploader(sock, log), log, uploadTimeout })
}

async function send(parts: OutboundParts, task: MessageTask): Promise<void> {
  const { sock, acks, caches, timings } = parts
  await assertReachable(parts, task.chat)
  if (task.kind === 'send' && task.file) await assertSize(sock, task.file)
  const content = await buildContent(parts, task)
  if (!isGroup(task.chat)) await knowRecipients(parts, task.chat)
  const waiting = acks.expect(task.waId, timings.ackDeadline)
  try {
    await sock.relayMessage(task.chat, content, {
      messageId: task.waId,
      additionalAttributes: stanzaAttributes(task)
    })
    waiting.sent()
    await waiting.acked
  } catch (error) {
    waiting.cancel()
    // Devices may have changed: the next try asks for them.
    if (error instanceof WhatsAppRefusal && error.retry) caches.devices.del(userOf(task.chat))
    throw error
  }
}

/** Resolves when WhatsApp has the task. Errors: WhatsAppRefusal. */
export async function carryOut(parts: OutboundParts, task: OutboundTask): Promise<void> {
  try {
    await (task.kind === 'read' ? markRead(parts, task.marks) : send(parts, task))
  } catch (error) {
    const refusal = refusalOfError(error)
    const isBroken = refusal.reason === 'unknown' && !parts.sock.ws.isOpen
    throw isBroken ? new WhatsAppRefusal('no-session', true, error) : refusal
  }
}
