// Messages, files, receipts, calls and typing between a session and customers, over the whole wire.
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { InboundMessage, OutboundFile, OutboundTask } from '#platform/whatsapp-port.ts'
import { startSimulator, type Simulator } from '#simulator/simulator.ts'
import { trustMediaHost } from '#simulator/testing/baileys-client.ts'
import { openRoomDatabase, type RoomDatabase } from './testing/database.ts'
import { type Desk, type Line, newCustomer, pairedLine, startDesk } from './testing/desk.ts'

let database: RoomDatabase
let simulator: Simulator
let desk: Desk
let line: Line

beforeAll(async () => {
  database = await openRoomDatabase()
  simulator = await startSimulator()
  trustMediaHost(simulator)
  desk = await startDesk({ database, simulator })
  line = await pairedLine(database, desk, simulator)
})
afterAll(async () => {
  await desk.stop()
  await simulator.stop()
  await database.drop()
})
beforeEach(() => simulator.clearFaults())

type Customer = ReturnType<typeof newCustomer>
const until = <T>(look: () => T | Promise<T>, what: string) => simulator.waitFor(look, 15_000, what)
const received = (waId: string, type = 'message') =>
  until(() => desk.messages.find((one) => one.waId === waId && one.type === type), `message ${waId}`)
const contentOf = (message: InboundMessage) => {
  if (message.type !== 'message') throw new Error(`it became ${message.type}`)
  return message.content
}
const send = (customer: Customer, content: Parameters<Simulator['send']>[2], more?: Parameters<Simulator['send']>[3]) =>
  simulator.send(line.phone, customer.id, content, more)
const text = (chat: string, body: string, more: Partial<OutboundTask> = {}): OutboundTask & { waId: string } => ({
  kind: 'send',
  chat,
  waId: desk.room.newMessageId(),
  body,
  file: null,
  quoted: null,
  ...(more as object)
})
const perform = (task: OutboundTask) => desk.room.perform(line.ref, task)
const sent = (customer: Customer, waId: string) => simulator.message(line.phone, customer.id, waId)
const file = (bytes: Buffer, more: Partial<OutboundFile>): OutboundFile => ({
  kind: 'application',
  open: async () => Readable.from([bytes]),
  mime: 'application/pdf',
  name: 'nota.pdf',
  size: bytes.length,
  caption: '',
  voice: false,
  duration: null,
  waveform: null,
  thumbnail: null,
  width: null,
  height: null,
  ...more
})

describe('what customers write', () => {
  it.each(['lid', 'pn'] as const)('arrives with both addresses of the person, sent by %s', async (addressing) => {
    const customer = newCustomer(simulator, { addressing, name: 'Ana' })
    const { id } = await send(customer, { type: 'text', text: 'bom dia' })
    const message = await received(id)
    expect(message).toMatchObject({
      chat: {
        phone: customer.jid,
        lid: customer.lidJid,
        address: addressing === 'lid' ? customer.lidJid : customer.jid
      },
      pushName: 'Ana',
      fromMe: false,
      offline: false
    })
    expect(contentOf(message)).toEqual({ kind: 'text', body: 'bom dia' })
    await until(() => sent(customer, id)?.ackedAt, 'the acknowledgement')
  })

  it('names the number of a person who hides it, once it was learned', async () => {
    const customer = newCustomer(simulator, { addressing: 'lid' })
    await received((await send(customer, { type: 'text', text: 'um' })).id)
    simulator.updateCustomer(customer.id, { hidesOtherAddress: true })
    const message = await received((await send(customer, { type: 'text', text: 'dois' })).id)
    expect(message.chat).toMatchObject({ phone: customer.jid, lid: customer.lidJid })
  })

  it('keeps replies, edits, deletions and reactions together with their message', async () => {
    const customer = newCustomer(simulator)
    const { id } = await send(customer, { type: 'text', text: 'orignal' })
    await received(id)
    const reply = await send(customer, { type: 'text', text: 'sobre isso', quotedId: id })
    expect(await received(reply.id)).toMatchObject({ quotedWaId: id })
    await send(customer, { type: 'edit', targetId: id, text: 'original' })
    await send(customer, { type: 'reaction', targetId: id, emoji: '🙏' })
    await send(customer, { type: 'delete', targetId: id })
    const change = (type: string) =>
      until(
        () => desk.messages.find((one) => one.type === type && 'targetWaId' in one && one.targetWaId === id),
        `the ${type}`
      )
    expect(await change('edit')).toMatchObject({ body: 'original' })
    expect(await change('reaction')).toMatchObject({ emoji: '🙏', targetFromMe: false })
    expect(await change('delete')).toMatchObject({ chat: { lid: customer.lidJid } })
  })

  it('shows what the owner writes on the phone as own messages', async () => {
    const customer = newCustomer(simulator)
    const { id } = await simulator.sendFromHandset(line.phone, customer.id, { type: 'text', text: 'do celular' })
    expect(await received(id)).toMatchObject({ fromMe: true, chat: { phone: customer.jid, lid: customer.lidJid } })
  })

  it('names the writer in a group, and the group', async () => {
    const customer = newCustomer(simulator, { name: 'Bia' })
    const group = simulator.createGroup({ phone: line.phone, subject: 'Família', customers: [customer.id] })
    const { id } = await send(customer, { type: 'text', text: 'oi gente' }, { group: group.id })
    expect(await received(id)).toMatchObject({
      chat: { address: group.id, isGroup: true },
      sender: { phone: customer.jid, lid: customer.lidJid },
      content: { body: 'oi gente' }
    })
    expect(desk.messages.filter((one) => one.chat.address === group.id).map((one) => one.type)).toEqual(['message'])
    expect(await desk.room.groupInfo(line.ref, group.id)).toEqual({ address: group.id, subject: 'Família' })
  })

  it('keeps places, cards and kinds it does not know', async () => {
    const customer = newCustomer(simulator)
    const place = await send(customer, { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' })
    expect(contentOf(await received(place.id))).toMatchObject({ kind: 'location', latitude: -23.5 })
    const card = await send(customer, { type: 'contacts', contacts: [{ name: 'Bia', number: '5511988887777' }] })
    expect(contentOf(await received(card.id))).toMatchObject({ kind: 'vcard' })
    const poll = await send(customer, { type: 'poll', name: 'Qual?', options: ['a', 'b'] })
    expect(contentOf(await received(poll.id))).toMatchObject({ kind: 'unknown' })
  })

  it('arrives once for people although WhatsApp delivers it twice', async () => {
    const customer = newCustomer(simulator)
    simulator.setFaults({ duplicateInbound: true }, line.phone)
    const { id } = await send(customer, { type: 'text', text: 'eco' })
    await received(id)
    await until(
      () => desk.messages.filter((one) => one.waId === id).length === 2,
      'the second copy, for the desk to drop'
    )
  })

  it('is announced when it cannot be read, and read when it comes again', async () => {
    const customer = newCustomer(simulator)
    const { id } = await send(customer, { type: 'text', text: 'agora sim' }, { broken: 'once' })
    const stub = await received(id, 'undecryptable')
    expect(stub).toMatchObject({ journalId: null, chat: { phone: customer.jid, lid: customer.lidJid } })
    expect(await received(id)).toMatchObject({ content: { body: 'agora sim' } })
    expect(desk.messages.filter((one) => one.waId === id).map((one) => one.type)).toEqual(['undecryptable', 'message'])
  })
})

describe('files of customers', () => {
  it.each([
    ['image', 'picture', 'image'],
    ['audio', 'voice', 'audio'],
    ['video', 'video', 'video'],
    ['document', 'document', 'application'],
    ['sticker', 'sticker', 'sticker']
  ] as const)('%s comes whole', async (type, sample, kind) => {
    const customer = newCustomer(simulator)
    const message = await send(customer, { type, sample })
    const content = contentOf(await received(message.id))
    if (content.kind !== 'media') throw new Error(`it became ${content.kind}`)
    expect(content.media.kind).toBe(kind)
    const stream = await desk.room.fetchMedia(line.ref, JSON.parse(JSON.stringify(content.media.source)))
    expect(await buffer(stream)).toEqual(simulator.file(message.media?.id ?? ''))
  })

  const sourceOf = async (customer: Customer) => {
    const message = await send(customer, { type: 'image', data: randomBytes(300_000), mime: 'image/jpeg' })
    const content = contentOf(await received(message.id))
    if (content.kind !== 'media') throw new Error('no media')
    return { source: content.media.source, id: message.id, bytes: simulator.file(message.media?.id ?? '') }
  }

  it('that is gone from the host is uploaded again by the phone', async () => {
    const customer = newCustomer(simulator)
    const { source, id, bytes } = await sourceOf(customer)
    simulator.loseMedia(line.phone, customer.id, id)
    expect(await buffer(await desk.room.fetchMedia(line.ref, source))).toEqual(bytes)
  })

  it('that is gone cannot be had without a session, and says so', async () => {
    const customer = newCustomer(simulator)
    const { source, id, bytes } = await sourceOf(customer)
    const elsewhere = { companyId: line.ref.companyId, connectionId: 999_999 }
    expect(await buffer(await desk.room.fetchMedia(elsewhere, source))).toEqual(bytes)
    simulator.loseMedia(line.phone, customer.id, id)
    await expect(desk.room.fetchMedia(elsewhere, source)).rejects.toMatchObject({ code: 'ERR_WAPP_DOWNLOAD_MEDIA' })
  })

  it.each(['broken', 'wrong-hash', 'endless'] as const)('that is %s ends in an error', async (media) => {
    const { source } = await sourceOf(newCustomer(simulator))
    simulator.setFaults({ media })
    const fetched = desk.room.fetchMedia(line.ref, source).then((stream) => buffer(stream))
    await expect(fetched).rejects.toMatchObject({
      code: expect.stringMatching(/ERR_(MEDIA_BROKEN|WAPP_DOWNLOAD)/) as unknown
    })
  })

  it('is never fetched from a host that is not WhatsApp', async () => {
    const { source } = await sourceOf(newCustomer(simulator))
    const elsewhere = { ...(source as object), url: 'https://169.254.169.254/x', directPath: '/latest/meta-data' }
    await expect(desk.room.fetchMedia(line.ref, elsewhere)).rejects.toMatchObject({ code: 'ERR_MEDIA_BROKEN' })
    await expect(desk.room.fetchMedia(line.ref, { v: 1 })).rejects.toMatchObject({ code: 'ERR_MEDIA_BROKEN' })
  })
})

describe('what the desk sends', () => {
  it.each(['lidJid', 'jid'] as const)('reaches a new customer by %s, and is acknowledged', async (address) => {
    const customer = newCustomer(simulator)
    const task = text(customer[address], 'olá')
    await perform(task)
    await until(() => sent(customer, task.waId)?.deliveries[customer.id], 'the delivery')
    expect(sent(customer, task.waId)).toMatchObject({ kind: 'text', text: 'olá', decryptErrors: 0 })
    await until(() => desk.receipts.some((one) => one.waIds.includes(task.waId) && one.level === 2), 'the receipt')
  })

  it('answers, edits, reacts and deletes', async () => {
    const customer = newCustomer(simulator)
    const asked = await send(customer, { type: 'text', text: 'quanto custa?' })
    await received(asked.id)
    const quoted = { waId: asked.id, fromMe: false, participant: null, body: 'quanto custa?' }
    const answer = text(customer.lidJid, 'dez raias', { quoted } as never)
    await perform(answer)
    const chat = customer.lidJid
    const change = { chat, targetWaId: answer.waId }
    await perform({ kind: 'edit', ...change, waId: desk.room.newMessageId(), body: 'dez reais' })
    const reaction = { waId: desk.room.newMessageId(), participant: null, emoji: '❤️' }
    await perform({ kind: 'react', chat, targetWaId: asked.id, targetFromMe: false, ...reaction })
    await until(() => sent(customer, answer.waId)?.edits.length, 'the edit')
    expect(sent(customer, answer.waId)).toMatchObject({ quotedId: asked.id, text: 'dez reais' })
    expect(sent(customer, asked.id)?.reactions).toEqual({ desk: '❤️' })
    await perform({ kind: 'delete', ...change, waId: desk.room.newMessageId() })
    await until(() => sent(customer, answer.waId)?.revokedAt, 'the deletion')
  })

  it.each<[string, Partial<OutboundFile>, object]>([
    ['a document', { caption: 'segue' }, { kind: 'document', caption: 'segue', media: { fileName: 'nota.pdf' } }],
    [
      'a picture',
      { kind: 'image', mime: 'image/jpeg', width: 30, height: 20, thumbnail: Buffer.from([255, 216, 255]) },
      { kind: 'image', media: { width: 30, height: 20, mime: 'image/jpeg' } }
    ],
    ['a video', { kind: 'video', mime: 'video/mp4', duration: 3 }, { kind: 'video', media: { mime: 'video/mp4' } }],
    ['a song', { kind: 'audio', mime: 'audio/mpeg', duration: 60 }, { kind: 'audio', media: { seconds: 60 } }],
    [
      'a voice note',
      { kind: 'audio', mime: 'audio/ogg', voice: true, duration: 4.2, waveform: Array.from({ length: 64 }, () => 7) },
      { kind: 'audio', media: { ptt: true, seconds: 4, mime: 'audio/ogg; codecs=opus' } }
    ],
    ['a sticker', { kind: 'sticker', mime: 'image/webp' }, { kind: 'sticker', media: { mime: 'image/webp' } }]
  ])('carries %s whole', async (_, facts, expected) => {
    const customer = newCustomer(simulator)
    const bytes = randomBytes(200_000)
    const task = text(customer.lidJid, '', { file: file(bytes, facts) } as never)
    await perform(task)
    const message = await until(() => sent(customer, task.waId), 'the message')
    expect(message).toMatchObject(expected)
    expect(simulator.file(message.media?.id ?? '')).toEqual(bytes)
    if (facts.waveform) expect(message.media?.waveform).toEqual(facts.waveform)
  })

  it('is shown once although it is sent again under the same id', async () => {
    const customer = newCustomer(simulator)
    const task = text(customer.lidJid, 'uma vez')
    await perform(task)
    await perform(task)
    expect(simulator.sentTo(line.phone, customer.id).filter((one) => one.text === 'uma vez')).toHaveLength(1)
  })

  it("is sent again from the desk's own records when a phone cannot read it", async () => {
    const customer = newCustomer(simulator)
    simulator.orderRetries(customer.id)
    const task = text(customer.lidJid, 'outra vez')
    desk.tasks.set(task.waId, task)
    await perform(task)
    await until(() => sent(customer, task.waId)?.deliveredAt, 'the delivery after the retry')
  })

  it('marks what was read', async () => {
    const customer = newCustomer(simulator)
    const { id } = await send(customer, { type: 'text', text: 'leia' })
    await received(id)
    await perform({ kind: 'read', marks: [{ chat: customer.lidJid, waIds: [id] }] })
    await until(() => sent(customer, id)?.readByDeskAt, 'the mark')
  })

  it('shows customers that somebody types', async () => {
    const customer = newCustomer(simulator)
    await received((await send(customer, { type: 'text', text: 'oi' })).id)
    await desk.room.sendPresence(line.ref, customer.lidJid, 'recording')
    await until(() => simulator.chat(line.phone, customer.id).deskPresence === 'recording', 'the presence')
  })
})

describe('refusals', () => {
  it('of a number that is not on WhatsApp are final', async () => {
    const customer = newCustomer(simulator, { onWhatsApp: false })
    await expect(perform(text(customer.jid, 'x'))).rejects.toMatchObject({ reason: 'not-on-whatsapp', retry: false })
  })

  it.each([
    [463, 'reach-out-locked', false],
    [479, 'refused', true],
    [400, 'refused', false]
  ])('with error %i say why', async (error, reason, retry) => {
    const customer = newCustomer(simulator)
    simulator.refuseSends({ error, customer: customer.id, times: 1 })
    await expect(perform(text(customer.lidJid, 'x'))).rejects.toMatchObject({ reason, retry })
  })

  it('that never come are a time-out, and a late acknowledgement is told', async () => {
    const customer = newCustomer(simulator)
    await perform(text(customer.lidJid, 'primeiro'))
    simulator.setFaults({ ackDelayMs: 4000 }, line.phone)
    const task = text(customer.lidJid, 'devagar')
    await expect(perform(task)).rejects.toMatchObject({ reason: 'unknown', retry: true })
    await until(() => desk.receipts.some((one) => one.waIds.includes(task.waId) && one.level === 1), 'the late answer')
  })

  it('of a file say whether it is broken or its upload failed', async () => {
    const customer = newCustomer(simulator)
    const open = () => Promise.reject(new Error('no such file'))
    const broken = text(customer.lidJid, '', { file: { ...file(Buffer.alloc(9), {}), open } } as never)
    await expect(perform(broken)).rejects.toMatchObject({ reason: 'media-broken', retry: false })
    simulator.setFaults({ uploadFailure: 507 })
    const refused = text(customer.lidJid, '', { file: file(Buffer.alloc(9), {}) } as never)
    await expect(perform(refused)).rejects.toMatchObject({ retry: true })
  })

  it('come at once when the connection breaks while WhatsApp is asked', async () => {
    const other = await pairedLine(database, desk, simulator)
    const customer = newCustomer(simulator)
    simulator.setFaults({ latencyMs: 30_000 }, other.phone)
    const sending = desk.room.perform(other.ref, text(customer.jid, 'x'))
    const asking = desk.room.lookUp(other.ref, [customer.number])
    simulator.pull(other.phone, 'drop')
    const [sent, asked] = await Promise.allSettled([sending, asking])
    expect(sent).toMatchObject({ status: 'rejected', reason: { reason: 'no-session', retry: true } })
    expect(asked).toMatchObject({ status: 'rejected', reason: { code: 'ERR_WAPP_NOT_INITIALIZED' } })
  })

  it('come at once without a session', async () => {
    const nowhere = { companyId: line.ref.companyId, connectionId: 999_999 }
    await expect(desk.room.perform(nowhere, text('201@lid', 'x'))).rejects.toMatchObject({
      reason: 'no-session',
      retry: true
    })
    await expect(desk.room.lookUp(nowhere, ['5511'])).rejects.toMatchObject({ code: 'ERR_WAPP_NOT_INITIALIZED' })
  })
})

describe('what else a session tells', () => {
  it('receipts of customers, by message', async () => {
    const customer = newCustomer(simulator, { receipts: 'read' })
    const task = text(customer.lidJid, 'lido?')
    await perform(task)
    await until(() => desk.receipts.some((one) => one.waIds.includes(task.waId) && one.level === 4), 'read')
    simulator.markRead(line.phone, customer.id, [task.waId], 'played')
    await until(() => desk.receipts.some((one) => one.waIds.includes(task.waId) && one.level === 5), 'played')
  })

  it('calls, from their offer to their end', async () => {
    const customer = newCustomer(simulator)
    const call = simulator.startCall(line.phone, customer.id, true)
    const of = (state: string) => desk.calls.find((one) => one.callId === call.id && one.state === state)
    expect(await until(() => of('offered'), 'the call')).toMatchObject({ isVideo: true, from: { phone: customer.jid } })
    simulator.endCall(call.id, 'timeout')
    expect(await until(() => of('missed'), 'the end')).toMatchObject({ isVideo: true })
  })

  it('typing and recording', async () => {
    const customer = newCustomer(simulator)
    await received((await send(customer, { type: 'text', text: 'oi' })).id)
    simulator.presence(line.phone, customer.id, 'composing')
    const typing = (state: string) =>
      desk.typing.some(
        (one) => one.state === state && one.from.phone === customer.jid && one.from.lid === customer.lidJid
      )
    await until(() => typing('composing'), 'typing')
    simulator.presence(line.phone, customer.id, 'paused')
    await until(() => typing('paused'), 'the pause')
  })

  it('which numbers are on WhatsApp, in the order asked', async () => {
    const [known, unknown] = [newCustomer(simulator), newCustomer(simulator, { onWhatsApp: false })]
    const answers = await desk.room.lookUp(line.ref, [unknown.number, known.number])
    expect(answers).toEqual([
      { asked: unknown.number, exists: false, number: null, phone: null, lid: null },
      { asked: known.number, exists: true, number: known.number, phone: known.jid, lid: known.lidJid }
    ])
    await until(() => desk.parties.some((one) => one.party.lid === known.lidJid), 'the pair to be told')
  })

  it('pictures, where there are any', async () => {
    const picture = Buffer.from('ffd8ffe000104a46494600', 'hex')
    const [one, other] = [newCustomer(simulator, { picture }), newCustomer(simulator)]
    expect(await desk.room.profilePicture(line.ref, one.jid)).toEqual(picture)
    expect(await desk.room.profilePicture(line.ref, other.jid)).toBeNull()
  })
})
