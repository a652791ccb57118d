// The Signal repository that loses nothing: every decrypted message goes to the journal in the same statement as its
// ratchet step, before WhatsApp hears that it arrived; and reads and writes of one Signal session never interleave.
import {
  addTransactionCapability,
  DEFAULT_CONNECTION_CONFIG,
  MISSING_KEYS_ERROR_TEXT,
  type BinaryNode,
  type SignalKeyStore,
  type SignalKeyStoreWithTransaction,
  type SocketConfig
} from '@whiskeysockets/baileys'
import { markStep } from '#platform/events/message-steps.ts'
import type { ILogger } from '../wire/baileys-log.ts'
import { createDecryptAhead, createDeliveries, type DecryptAhead } from './decrypt-ahead.ts'
import { hasHistory, journalRows } from './journal-rows.ts'
import { createKeyedLock } from './keyed-lock.ts'
import { createLidMigration } from './lid-migration.ts'
import { createLidQuestions } from './lid-questions.ts'
import type { MissingAnswers } from '../wire/missing-answers.ts'
import { journalKind } from './session-keys.ts'
import type { PassOn, SocketClient } from '../wire/socket-client.ts'

type MakeRepository = SocketConfig['makeSignalRepository']
type Repository = ReturnType<MakeRepository>
type Attrs = Record<string, string>

export interface RepositoryParts {
  /** Its `set` must write all it is given in one statement. */
  keys: SignalKeyStore
  log: ILogger
  /** Called with a stanza that cannot be decrypted before the next one is. */
  onUnreadable: (attrs: Attrs) => void
  /** Milliseconds a message waits for the LID of its writer. */
  patience: number
  /** Whether what an address tells of the phone's earlier conversations is kept. */
  wantsHistory: (from: string) => Promise<boolean>
}

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

interface Opening {
  attrs: Attrs | undefined
  decrypt: () => Promise<Uint8Array>
  /** Called before the row is durable. */
  decrypted?: (() => void) | undefined
}

/** Decrypts and writes the journal row, inside a transaction of the keys. */
async function decryptToJournal(
  { onUnreadable, wantsHistory }: RepositoryParts,
  keys: SignalKeyStore,
  { attrs, decrypt, decrypted }: Opening
): Promise<Uint8Array> {
  const plain = await decrypt().catch((error: unknown) => {
    if (isCopy(error)) return null
    if (attrs) onUnreadable(attrs)
    throw error
  })
  if (!plain) {
    decrypted?.()
    return nothing
  }
  markStep('decrypted', () => [attrs?.id ?? ''])
  if (attrs) {
    const keepsHistory = hasHistory(attrs, plain) && (await wantsHistory(attrs.from ?? ''))
    const rows = journalRows(attrs, plain, keepsHistory)
    if (rows.length > 0) await keys.set({ [journalKind]: Object.fromEntries(rows.entries()) } as never)
  }
  decrypted?.()
  return plain
}

/**
 * Makes the repository of one session, for all sockets it opens one after the other: what an ended socket still
 * has in hand and the next socket hold the same locks.
 */
export function createDurableRepository(parts: RepositoryParts): DurableRepository {
  const stanzaOf = new WeakMap<object, Attrs>()
  const tx = addTransactionCapability(parts.keys, parts.log, { maxCommitRetries: 1, delayBetweenTriesMs: 0 })
  const deliveries = createDeliveries()
  const lidQuestions = createLidQuestions(parts.log, parts.patience)
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
      for (const { pn, lid } of pairs) await migration.migrateSession(pn, lid)
      return pairs
    })
    const migration = createLidMigration(base, keys)

    const alone = <T>(jid: string, work: () => Promise<T>): Promise<T> =>
      signalAddress(base.jidToSignalProtocolAddress(jid), work)

    const journaled = (ciphertext: Uint8Array, lock: string, opening: Omit<Opening, 'attrs'>): Promise<Uint8Array> =>
      keys.transaction(async () => {
        // WhatsApp delivers it again to the next socket; decrypting it here would spend the key it needs there.
        if (isClosed) throw new Error('the socket was closed before this message was decrypted')
        return decryptToJournal(parts, keys, { ...opening, attrs: stanzaOf.get(ciphertext) })
      }, lock)

    const decryptMessage = (opts: Parameters<Repository['decryptMessage']>[0], decrypted?: () => void) =>
      journaled(opts.ciphertext, opts.jid, {
        decrypt: () => alone(opts.jid, () => base.decryptMessage(opts)),
        decrypted
      })

    const early = createDecryptAhead({ open: decryptMessage, sessionOf: migration.sessionOf }, deliveries)
    ahead = early

    return {
      ...base,
      migrateSession: migration.migrateSession,
      decryptMessage: (opts) => early.opened(opts.ciphertext) ?? decryptMessage(opts),
      decryptGroupMessage: (opts) => journaled(opts.msg, opts.group, { decrypt: () => base.decryptGroupMessage(opts) }),
      encryptMessage: (opts) => keys.transaction(() => alone(opts.jid, () => base.encryptMessage(opts)), opts.jid),
      close: () => {
        isClosed = true
        base.close?.()
      },
      injectE2ESession: (opts) => keys.transaction(() => alone(opts.jid, () => base.injectE2ESession(opts)), opts.jid)
    }
  }
  return { makeSignalRepository, attach: (client, missing) => intercept({ client, missing, stanzaOf, line: ahead }) }
}

interface Line {
  client: Pick<SocketClient, 'isOpen' | 'intercept'>
  missing: MissingAnswers
  /** The stanza of a ciphertext. */
  stanzaOf: WeakMap<object, Attrs>
  line: DecryptAhead
}

/** One line for all messages: Baileys lets live ones overtake those that waited, and a known sender a new one. */
function intercept({ client, missing, stanzaOf, line }: Line): void {
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
    const { offline: _, ...attrs } = node.attrs
    const stanza = { ...node, attrs }
    line.take(stanza, () => handle(stanza, passOn))
  })
}
