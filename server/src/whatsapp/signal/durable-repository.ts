// The Signal repository that loses nothing: every decrypted message goes to the journal in the same statement as its
// ratchet step, before WhatsApp hears that it arrived; and reads and writes of one Signal session never interleave.
import {
  addTransactionCapability,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  jidDecode,
  MISSING_KEYS_ERROR_TEXT,
  proto,
  unpadRandomMax16,
  type BinaryNode,
  type SignalKeyStore,
  type SignalKeyStoreWithTransaction,
  type SocketConfig
} from '@whiskeysockets/baileys'
import { markStep } from '#platform/events/message-steps.ts'
import type { ILogger } from '../session/baileys-log.ts'
import { chatLabel, isLid, userOf } from '../addresses/addresses.ts'
import { journalKind } from './auth-state.ts'
import { createDecryptAhead, createDeliveries, type DecryptAhead } from './decrypt-ahead.ts'
import type { JournalDraft } from './group-committer.ts'
import { historyNotice } from '../inbound/history-notice.ts'
import { createKeyedLock } from './keyed-lock.ts'
import { createLidQuestions } from '../addresses/lid-questions.ts'
import type { MissingAnswers } from '../session/missing-answers.ts'
import type { PassOn, SocketClient } from '../socket-client.ts'
import type { AnnounceStub } from '../inbound/stubs.ts'

type MakeRepository = SocketConfig['makeSignalRepository']
type Attrs = Record<string, string>

export interface DurableRepository {
  makeSignalRepository: MakeRepository
  /** Call right after the socket was made. */
  attach(client: Pick<SocketClient, 'isOpen' | 'intercept'>, missing: MissingAnswers): void
}

/**
 * libsignal queues the work on an address for the whole process, and a queued job runs in the asynchronous context of
 * whoever started the queue. Two accounts that talk to one customer would leave their transactions that way.
 */
const signalAddress = createKeyedLock()

/** Pairs of addresses remembered as moved. */
const mostPairs = 20_000

/**
 * The key of a message is spent in the statement that writes its journal row: whoever meets a spent key holds a copy of
 * what is stored already, which an earlier socket could not acknowledge any more.
 */
function isCopy(error: unknown): boolean {
  return (
    error instanceof Error &&
    (error.message === MISSING_KEYS_ERROR_TEXT || error.message.startsWith('Received message with old counter'))
  )
}
/** A message without content, with its padding: Baileys acknowledges it, and nobody hears of it. */
const nothing = Uint8Array.of(1)

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

const hasHistory = (attrs: Attrs, plain: Uint8Array): boolean =>
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

/**
 * Makes the repository of one session, for all sockets it opens one after the other: what an ended socket still
 * has in hand and the next socket hold the same locks. `keys.set` must write all it is given in one statement.
 * `onUnreadable` hears of a stanza that cannot be decrypted before the next one is. `patience`: milliseconds a message
 * waits for the LID of its writer. `wantsHistory`: whether what an address tells of the phone's earlier
 * conversations is kept.
 */
export function createDurableRepository(
  rawKeys: SignalKeyStore,
  log: ILogger,
  onUnreadable: AnnounceStub,
  patience: number,
  wantsHistory: (from: string) => Promise<boolean>
): DurableRepository {
  const stanzaOf = new WeakMap<object, Attrs>()
  const tx = addTransactionCapability(rawKeys, log, { maxCommitRetries: 1, delayBetweenTriesMs: 0 })
  const deliveries = createDeliveries()
  const lidQuestions = createLidQuestions(log, patience)
  let ahead: DecryptAhead

  const makeSignalRepository: MakeRepository = ({ creds }, logger, pnToLid) => {
    let isClosed = false
    // One lock for both addresses of a person: they share one Signal session.
    const lockOf = async (key: string): Promise<string> =>
      key.endsWith('@s.whatsapp.net') ? ((await base.lidMapping.getLIDForPN(key)) ?? key) : key
    const keys: SignalKeyStoreWithTransaction = {
      ...tx,
      transaction: async (work, key) => (tx.isInTransaction() ? work() : tx.transaction(work, await lockOf(key)))
    }
    const askForLids = lidQuestions(pnToLid)
    const base = DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, logger, async (numbers) => {
      const pairs = (await askForLids(numbers)) ?? []
      // What was said under the number before goes on under the LID.
      await base.lidMapping.storeLIDPNMappings(pairs)
      for (const { pn, lid } of pairs) await migrateSession(pn, lid)
      return pairs
    })

    const alone = <T>(jid: string, work: () => Promise<T>): Promise<T> =>
      signalAddress(base.jidToSignalProtocolAddress(jid), work)

    const keepsHistory = async (attrs: Attrs, plain: Uint8Array): Promise<boolean> =>
      hasHistory(attrs, plain) && (await wantsHistory(attrs.from ?? ''))

    const journaled = (
      ciphertext: Uint8Array,
      lock: string,
      decrypt: () => Promise<Uint8Array>,
      decrypted = () => {}
    ): Promise<Uint8Array> =>
      keys.transaction(async () => {
        // WhatsApp delivers it again to the next socket; decrypting it here would spend the key it needs there.
        if (isClosed) throw new Error('the socket was closed before this message was decrypted')
        const attrs = stanzaOf.get(ciphertext)
        const plain = await decrypt().catch((error: unknown) => {
          if (isCopy(error)) return null
          if (attrs) onUnreadable(attrs)
          throw error
        })
        if (!plain) {
          decrypted()
          return nothing
        }
        markStep('decrypted', () => [attrs?.id ?? ''])
        const rows = attrs ? journalRows(attrs, plain, await keepsHistory(attrs, plain)) : []
        if (rows.length > 0) await keys.set({ [journalKind]: Object.fromEntries(rows.entries()) } as never)
        decrypted()
        return plain
      }, lock)

    const decryptMessage = (opts: Parameters<typeof base.decryptMessage>[0], decrypted?: () => void) =>
      journaled(opts.ciphertext, opts.jid, () => alone(opts.jid, () => base.decryptMessage(opts)), decrypted)

    /** Baileys moves the sessions of devices it has sent to: somebody who has only written is on no list. */
    const listDevice = async (from: string, to: string): Promise<void> => {
      const user = userOf(from)
      const devices = [...new Set(['0', String(jidDecode(to)?.device ?? 0)])]
      const sessions = await keys.get(
        'session',
        devices.map((device) => `${user}.${device}`)
      )
      if (Object.keys(sessions).length === 0) return
      const { [user]: listed = [] } = await keys.get('device-list', [user])
      if (devices.every((device) => listed.includes(device))) return
      await keys.set({ 'device-list': { [user]: [...new Set([...listed, ...devices])] } })
    }

    /** Pairs whose sessions are under the LID for good: what is stored for the number goes there too. */
    const moved = new Set<string>()
    const migrateSession: typeof base.migrateSession = async (from, to) => {
      const pair = `${from}>${to}`
      if (moved.has(pair)) return { migrated: 0, skipped: 0, total: 0 }
      await listDevice(from, to)
      const result = await base.migrateSession(from, to)
      if (moved.size >= mostPairs) moved.clear()
      moved.add(pair)
      return result
    }

    /** What Baileys does with a stanza before it decrypts: learns the pair of addresses, and takes the LID. */
    const sessionOf = async ({ from = '', sender_pn: phone, sender_lid: lid }: Attrs): Promise<string | null> => {
      if (isLid(from)) {
        if (phone && !moved.has(`${phone}>${from}`)) {
          await base.lidMapping.storeLIDPNMappings([{ lid: from, pn: phone }])
          await migrateSession(phone, from)
        }
        return from
      }
      // Without a LID in the stanza WhatsApp would have to be asked.
      if (!lid) return null
      if (!(await base.lidMapping.getPNForLID(lid))) {
        await base.lidMapping.storeLIDPNMappings([{ lid, pn: from }])
        await migrateSession(from, lid)
      }
      return base.lidMapping.getLIDForPN(from)
    }
    const early = createDecryptAhead({ open: decryptMessage, sessionOf }, deliveries)
    ahead = early

    return {
      ...base,
      migrateSession,
      decryptMessage: (opts) => early.opened(opts.ciphertext) ?? decryptMessage(opts),
      decryptGroupMessage: (opts) => journaled(opts.msg, opts.group, () => base.decryptGroupMessage(opts)),
      encryptMessage: (opts) => keys.transaction(() => alone(opts.jid, () => base.encryptMessage(opts)), opts.jid),
      close: () => {
        isClosed = true
        base.close?.()
      },
      injectE2ESession: (opts) => keys.transaction(() => alone(opts.jid, () => base.injectE2ESession(opts)), opts.jid)
    }
  }

  return {
    makeSignalRepository,
    attach: (client, missing) => {
      const line = ahead
      const handle = async (node: BinaryNode, passOn: PassOn): Promise<void> => {
        if (!client.isOpen) return
        // With what the phone tells of earlier days Baileys synchronizes the account, and messages wait meanwhile.
        await (node.attrs.category === 'peer' ? missing.during(() => passOn(node)) : passOn(node))
      }
      client.intercept('CB:message', (node, passOn) => {
        if (Array.isArray(node.content)) {
          for (const part of node.content) {
            if (part.tag === 'enc' && part.content instanceof Uint8Array) stanzaOf.set(part.content, node.attrs)
          }
        }
        markStep('arrived', () => [node.attrs.id ?? ''])
        // One line for all: Baileys lets live messages overtake those that waited, and a known sender a new one.
        const { offline: _, ...attrs } = node.attrs
        const stanza = { ...node, attrs }
        line.take(stanza, () => handle(stanza, passOn))
      })
    }
  }
}
