// Media that is gone from the host: the phone uploads it again when a linked device asks, and tells where.
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { proto, type BinaryNode } from '@whiskeysockets/baileys'
import { deliver } from '../delivery/delivery.ts'
import type { DeviceConnection, SimulatorState } from '../model.ts'
import { unwrap } from './outbound-decoder.ts'
import { child, node, seconds } from '../wire/wire.ts'
import { accountOf, chatOf } from '../simulator-state.ts'

const { ResultType } = proto.MediaRetryNotification

interface MediaBody {
  mediaKey?: Uint8Array | null
  directPath?: string | null
}

function bodyOf(message: proto.IMessage): MediaBody | undefined {
  const { inner } = unwrap(message)
  return (inner.imageMessage ??
    inner.videoMessage ??
    inner.audioMessage ??
    inner.documentMessage ??
    inner.stickerMessage) as MediaBody | undefined
}

/** Path of a blob without its query. */
const blobPath = (directPath: string): string => directPath.split('?')[0] ?? ''

function sealAnswer(mediaKey: Uint8Array, id: string, answer: proto.IMediaRetryNotification) {
  const key = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), 'WhatsApp Media Retry Notification', 32))
  const iv = randomBytes(12)
  const aes = createCipheriv('aes-256-gcm', key, iv)
  aes.setAAD(Buffer.from(id))
  const plain = proto.MediaRetryNotification.encode(answer).finish()
  return { iv, sealed: Buffer.concat([aes.update(plain), aes.final(), aes.getAuthTag()]) }
}

/** A linked device could not download a file: `receipt type=server-error`. */
export function onMediaRetry(state: SimulatorState, connection: DeviceConnection, receipt: BinaryNode): void {
  const { id = '' } = receipt.attrs
  const request = child(receipt, 'rmr')
  const { phone, device } = connection
  const { customer } = accountOf(state, request?.attrs.jid)
  const group = state.groups.get(request?.attrs.jid ?? '')
  if (!request || (!customer && !group)) return
  const sent = chatOf(state, phone, { customer, group }).contents.get(id)
  const body = sent && bodyOf(proto.Message.decode(sent.plain))
  const old = blobPath(body?.directPath ?? '')
  const blob = state.blobs.get(old) ?? state.lostBlobs.get(old)
  const attrs = { from: request.attrs.jid, id, type: 'mediaretry', t: seconds(Date.now()) }
  if (!body?.mediaKey || !blob) {
    const content = [node('error', { code: '2' }), request]
    deliver(state, phone, device, { node: node('notification', attrs, content) })
    return
  }
  const directPath = `/v/t62/re/${randomBytes(12).toString('hex')}.enc`
  state.blobs.set(directPath, blob)
  state.log(`file of ${id} uploaded again`, phone.number)
  const { iv, sealed } = sealAnswer(body.mediaKey, id, { stanzaId: id, directPath, result: ResultType.SUCCESS })
  const encrypted = node('encrypt', {}, [node('enc_p', {}, sealed), node('enc_iv', {}, iv)])
  deliver(state, phone, device, { node: node('notification', attrs, [encrypted, request]) })
}

/** Take the file of a customer's message off the media host, as WhatsApp does after some weeks. */
export function loseMedia(
  state: SimulatorState,
  chat: { contents: Map<string, { plain: Buffer }> },
  id: string
): boolean {
  const sent = chat.contents.get(id)
  const path = blobPath((sent && bodyOf(proto.Message.decode(sent.plain))?.directPath) ?? '')
  const blob = state.blobs.get(path)
  if (!blob) return false
  state.lostBlobs.set(path, blob)
  return state.blobs.delete(path)
}
