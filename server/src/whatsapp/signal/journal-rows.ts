// What of a decrypted stanza goes to the journal. Pure.
import { encodeWAMessage, proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import { chatLabel } from '../addresses/addresses.ts'
import { historyNotice } from './history-notice.ts'
import type { JournalDraft } from './key-write.ts'

type Attrs = Record<string, string>

const isGroupKeyOnly = (message: proto.IMessage): boolean =>
  Object.keys(message).every((name) => name === 'senderKeyDistributionMessage' || name === 'messageContextInfo')

/** Messages the phone sends on request because WhatsApp gave this device no copy it could read. */
function resent(message: proto.IMessage): JournalDraft[] {
  const results = message.protocolMessage?.peerDataOperationRequestResponseMessage?.peerDataOperationResult ?? []
  return results.flatMap((result) => {
    const bytes = result.placeholderMessageResendResponse?.webMessageInfoBytes
    if (!bytes) return []
    const { key, message: content, messageTimestamp, pushName, participant } = proto.WebMessageInfo.decode(bytes)
    if (!content || !key?.remoteJid || !key.id || key.fromMe) return []
    const writer = key.participant ?? participant
    const attrs: Attrs = { from: key.remoteJid, id: key.id, t: String(messageTimestamp ?? ''), notify: pushName ?? '' }
    if (writer && key.remoteJid.endsWith('@g.us')) attrs.participant = writer
    return [{ chat: chatLabel(attrs), attrs, plain: encodeWAMessage(content) }]
  })
}

/** The phone tells of its earlier conversations. */
export const hasHistory = (attrs: Attrs, plain: Uint8Array): boolean =>
  attrs.category === 'peer' && historyNotice(decoded(plain) ?? {}) !== null

/** Journal rows of one decrypted part of a stanza. What the phone tells of its history is kept where that is wanted. */
export function journalRows(attrs: Attrs, plain: Uint8Array, keepsHistory = false): JournalDraft[] {
  if (attrs.category === 'peer' && !keepsHistory) return resent(decoded(plain) ?? {})
  const rows = [{ chat: chatLabel(attrs), attrs, plain }]
  if (!attrs.from?.endsWith('@g.us')) return rows
  const message = decoded(plain)
  return message && isGroupKeyOnly(message) ? [] : rows
}

function decoded(plain: Uint8Array): proto.IMessage | null {
  try {
    return proto.Message.decode(unpadRandomMax16(plain))
  } catch {
    return null
  }
}
