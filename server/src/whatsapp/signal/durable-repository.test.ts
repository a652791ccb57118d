// Ratchet step and journal row are one write, whoever else writes at the same time; stanzas keep their order.
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Curve,
  encodeWAMessage,
  initAuthCreds,
  proto,
  unpadRandomMax16,
  type AuthenticationCreds,
  type SignalKeyStore,
  type SocketConfig
} from '@whiskeysockets/baileys'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { journalKind } from './session-keys.ts'
import { baileysLog } from '../wire/baileys-log.ts'
import { createDurableRepository } from './durable-repository.ts'
import { journalRows } from './journal-rows.ts'
import { createSocketClient } from '../wire/socket-client.ts'

const log = baileysLog(pino({ level: 'silent' }))
const customer = '201@lid'

/** A key store as slow as a database, which writes down what each write held. */
function slowKeys() {
  const values = new Map<string, unknown>()
  const writes: string[][] = []
  const keys = {
    get: async (type: string, ids: string[]) => {
      await sleep(1)
      return Object.fromEntries(
        ids.flatMap((id) => (values.has(`${type}:${id}`) ? [[id, values.get(`${type}:${id}`)]] : []))
      )
    },
    set: async (data: Record<string, Record<string, unknown>>) => {
      await sleep(2)
      writes.push(Object.keys(data).sort())
      for (const [type, entries] of Object.entries(data)) {
        for (const [id, value] of Object.entries(entries)) {
          if (value === null) values.delete(`${type}:${id}`)
          else values.set(`${type}:${id}`, value)
        }
      }
    }
  }
  return { keys: keys as unknown as SignalKeyStore, writes, values }
}

async function makeAccount() {
  const creds = initAuthCreds()
  const store = slowKeys()
  const preKey = Curve.generateKeyPair()
  await store.keys.set({ 'pre-key': { '1': preKey } })
  const unreadable: string[] = []
  const durable = createDurableRepository({
    keys: store.keys,
    log,
    onUnreadable: ({ id }) => void unreadable.push(id ?? ''),
    patience: 500,
    wantsHistory: async () => false
  })
  const repository = durable.makeSignalRepository({ creds, keys: store.keys }, log, async () => [])
  const ws = createSocketClient(new URL('ws://127.0.0.1:9'), {} as SocketConfig, (event, error) => {
    throw new Error(`a listener of ${event} failed`, { cause: error })
  })
  // As if it were connected.
  const open = { isOpen: true, intercept: ws.intercept }
  store.writes.length = 0
  return { creds, preKey, repository, store, unreadable, durable, ws, open }
}
type Account = Awaited<ReturnType<typeof makeAccount>>

const signalKey = (key: Uint8Array) => Buffer.concat([Buffer.from([5]), key])
function bundleOf({ creds, preKey }: { creds: AuthenticationCreds; preKey: { public: Uint8Array } }) {
  return {
    registrationId: creds.registrationId,
    identityKey: signalKey(creds.signedIdentityKey.public),
    signedPreKey: {
      keyId: creds.signedPreKey.keyId,
      publicKey: signalKey(creds.signedPreKey.keyPair.public),
      signature: creds.signedPreKey.signature
    },
    preKey: { keyId: 1, publicKey: signalKey(preKey.public) }
  }
}

/** What a customer encrypts for an account. */
async function encryptFor(sender: Account, name: string, account: Account, texts: string[]) {
  await sender.repository.injectE2ESession({ jid: name, session: bundleOf(account) })
  const made = []
  for (const conversation of texts) {
    const data = encodeWAMessage(proto.Message.fromObject({ conversation }))
    made.push(await sender.repository.encryptMessage({ jid: name, data: Buffer.from(data) }))
  }
  return made
}

function arrive(account: Account, id: string, ciphertext: Uint8Array, more: Record<string, string> = {}) {
  return account.ws.emit('CB:message', {
    tag: 'message',
    attrs: { from: customer, id, ...more },
    content: [{ tag: 'enc', attrs: {}, content: ciphertext }]
  })
}

describe('decryption', () => {
  it('writes the ratchet step and the journal row together, once a message', async () => {
    const [account, sender] = [await makeAccount(), await makeAccount()]
    account.durable.attach(account.open, { during: (work) => work() })
    const sent = await encryptFor(sender, '100@lid', account, ['um', 'dois', 'três'])
    for (const [n, { type, ciphertext }] of sent.entries()) {
      arrive(account, `M${n}`, ciphertext)
      await account.repository.decryptMessage({ jid: customer, type, ciphertext })
    }
    expect(account.store.writes).toEqual([
      ['identity-key', journalKind, 'pre-key', 'session'],
      [journalKind, 'session'],
      [journalKind, 'session']
    ])
  })

  it('keeps them together when two accounts hear from one customer at the same moment', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, makeAccount))
    const sender = await makeAccount()
    const sent: Awaited<ReturnType<typeof encryptFor>>[] = []
    for (const [n, account] of accounts.entries()) {
      account.durable.attach(account.open, { during: (work) => work() })
      sent.push(await encryptFor(sender, `${100 + n}@lid`, account, ['a', 'b', 'c']))
    }
    for (let round = 0; round < 3; round++) {
      await Promise.all(
        accounts.map(async (account, n) => {
          const { type, ciphertext } = sent[n]?.[round] ?? { type: 'msg' as const, ciphertext: Buffer.alloc(0) }
          arrive(account, `M${round}`, ciphertext)
          await account.repository.decryptMessage({ jid: customer, type, ciphertext })
        })
      )
    }
    for (const { store } of accounts) {
      expect(store.writes).toHaveLength(3)
      for (const write of store.writes) expect(write).toEqual(expect.arrayContaining([journalKind, 'session']))
    }
  })

  it('acknowledges what comes again after it was written, and writes it once', async () => {
    const [account, sender] = [await makeAccount(), await makeAccount()]
    account.durable.attach(account.open, { during: (work) => work() })
    const [first] = await encryptFor(sender, '100@lid', account, ['um'])
    if (!first) throw new Error('nothing was sent')
    const read = (jid: string) => account.repository.decryptMessage({ jid, ...first })
    arrive(account, 'M0', first.ciphertext)
    expect(proto.Message.decode(unpadRandomMax16(await read(customer))).conversation).toBe('um')
    const { writes } = account.store
    const before = writes.length
    expect(proto.Message.decode(unpadRandomMax16(await read(customer))).toJSON()).toEqual({})
    expect(writes.slice(before).flat()).not.toContain(journalKind)
    expect(account.unreadable).toEqual([])
    // What never was readable is no copy.
    const broken = Buffer.from(first.ciphertext)
    broken[20] = (broken[20] ?? 0) ^ 1
    arrive(account, 'M1', broken)
    await expect(
      account.repository.decryptMessage({ jid: customer, type: first.type, ciphertext: broken })
    ).rejects.toThrow()
    expect(account.unreadable).toEqual(['M1'])
  })

  it('ends with the socket: what is still in hand is left for the next one', async () => {
    const [account, sender] = [await makeAccount(), await makeAccount()]
    const [first] = await encryptFor(sender, '100@lid', account, ['um'])
    if (!first) throw new Error('nothing was sent')
    account.repository.close?.()
    const late = account.repository.decryptMessage({ jid: customer, ...first })
    await expect(late).rejects.toThrow('closed')
    expect(account.store.writes).toEqual([])
    const next = account.durable.makeSignalRepository({ creds: account.creds, keys: account.store.keys }, log)
    expect(await next.decryptMessage({ jid: customer, ...first })).toBeInstanceOf(Uint8Array)
  })
})

it('hands stanzas on one after the other, those that waited first', async () => {
  const account = await makeAccount()
  const handled: string[] = []
  account.ws.on('CB:message', async ({ attrs }: { attrs: Record<string, string> }) => {
    // The first of a customer takes longest.
    await sleep(handled.length === 0 ? 20 : 1)
    handled.push(`${attrs.id}${attrs.offline ?? ''}`)
  })
  account.durable.attach(account.open, { during: (work) => work() })
  for (const [n, id] of ['a', 'b', 'c'].entries()) arrive(account, id, Buffer.alloc(1), { offline: String(n) })
  for (const id of ['d', 'e']) arrive(account, id, Buffer.alloc(1))
  while (handled.length < 5) await sleep(1)
  expect(handled).toEqual(['a', 'b', 'c', 'd', 'e'])
})

describe('journal rows', () => {
  const bytes = (message: proto.IMessage) => encodeWAMessage(proto.Message.fromObject(message))
  it('leave out a group key that comes alone', () => {
    const attrs = { from: '1203@g.us', participant: customer, id: 'G' }
    expect(journalRows(attrs, bytes({ senderKeyDistributionMessage: { groupId: '1203@g.us' } }))).toEqual([])
    expect(journalRows(attrs, bytes({ conversation: 'oi' }))).toHaveLength(1)
  })

  it('are made of what the phone sends in place of a message that never came', () => {
    const webMessageInfoBytes = proto.WebMessageInfo.encode({
      key: { remoteJid: customer, id: 'AD1', fromMe: false },
      message: { conversation: 'vi o anúncio' },
      messageTimestamp: 1_700_000_000,
      pushName: 'Ana'
    }).finish()
    const { Type } = proto.Message.ProtocolMessage
    const plain = bytes({
      protocolMessage: {
        type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
        peerDataOperationRequestResponseMessage: {
          peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }]
        }
      }
    })
    const [row, ...more] = journalRows({ from: '100@lid', category: 'peer', id: 'P' }, plain)
    expect(more).toEqual([])
    expect(row?.attrs).toEqual({ from: customer, id: 'AD1', t: '1700000000', notify: 'Ana' })
    expect(journalRows({ from: '100@lid', category: 'peer', id: 'P' }, bytes({ conversation: 'x' }))).toEqual([])
  })
})
