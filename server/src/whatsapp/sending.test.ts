// What the desk sends over the whole wire: texts, files, changes, and what refusals become.
import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OutboundFile } from '#platform/whatsapp-port.ts'
import { pairedLine } from './testing/test-node.ts'
import { fileOf, oneLine } from './testing/one-line.ts'

const { all, until, customer, send, received, perform, sent, text } = oneLine()

describe('what the desk sends', () => {
  it.each(['lidJid', 'jid'] as const)('reaches a new someone by %s, and is acknowledged', async (address) => {
    const someone = customer()
    const task = text(someone[address], 'olá')
    await perform(task)
    await until(() => sent(someone, task.waId)?.deliveries[someone.id], 'the delivery')
    expect(sent(someone, task.waId)).toMatchObject({ kind: 'text', text: 'olá', decryptErrors: 0 })
    await until(
      () => all.testNode.receipts.some((one) => one.waIds.includes(task.waId) && one.level === 2),
      'the receipt'
    )
  })

  it('is known to be read before WhatsApp hears that we know', async () => {
    const someone = customer({ receipts: 'read' })
    const unacknowledged = () => all.simulator.phone(all.line.phone).devices[0]?.queued
    await until(() => unacknowledged() === 0, 'what came before')
    const { promise, resolve } = Promise.withResolvers<void>()
    all.testNode.gate.receipts = promise
    onTestFinished(() => {
      all.testNode.gate.receipts = Promise.resolve()
      resolve()
    })
    const task = text(someone.lidJid, 'leu?')
    await perform(task)
    await until(() => sent(someone, task.waId)?.readAt, 'the customer to read')
    // A second answer comes back behind the receipts: they were heard.
    const asked = await send(someone, { type: 'text', text: 'li' })
    await received(asked.id)
    await until(() => (unacknowledged() ?? 0) <= 2, 'the acknowledgement of the answer')
    expect(unacknowledged()).toBe(2)
    resolve()
    await until(() => unacknowledged() === 0, 'the acknowledgement')
    expect(all.testNode.receipts.filter(({ waIds }) => waIds.includes(task.waId)).map(({ level }) => level)).toEqual([
      2, 4
    ])
  })

  it('answers, edits, reacts and deletes', async () => {
    const someone = customer()
    const asked = await send(someone, { type: 'text', text: 'quanto custa?' })
    await received(asked.id)
    const quoted = { waId: asked.id, fromMe: false, participant: null, body: 'quanto custa?' }
    const answer = text(someone.lidJid, 'dez raias', { quoted })
    await perform(answer)
    const chat = someone.lidJid
    const change = { chat, targetWaId: answer.waId }
    await perform({ kind: 'edit', ...change, waId: all.testNode.room.newMessageId(), body: 'dez reais' })
    const reaction = { waId: all.testNode.room.newMessageId(), participant: null, emoji: '❤️' }
    await perform({ kind: 'react', chat, targetWaId: asked.id, targetFromMe: false, ...reaction })
    await until(() => sent(someone, answer.waId)?.edits.length, 'the edit')
    expect(sent(someone, answer.waId)).toMatchObject({ quotedId: asked.id, text: 'dez reais' })
    expect(sent(someone, asked.id)?.reactions).toEqual({ desk: '❤️' })
    await perform({ kind: 'delete', ...change, waId: all.testNode.room.newMessageId() })
    await until(() => sent(someone, answer.waId)?.revokedAt, 'the deletion')
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
    const someone = customer()
    const bytes = randomBytes(200_000)
    const task = text(someone.lidJid, '', { file: fileOf(bytes, facts) })
    await perform(task)
    const message = await until(() => sent(someone, task.waId), 'the message')
    expect(message).toMatchObject(expected)
    expect(all.simulator.file(message.media?.id ?? '')).toEqual(bytes)
    if (facts.waveform) expect(message.media?.waveform).toEqual(facts.waveform)
  })

  it('is shown once although it is sent again under the same id', async () => {
    const someone = customer()
    const task = text(someone.lidJid, 'uma vez')
    await perform(task)
    await perform(task)
    expect(all.simulator.sentTo(all.line.phone, someone.id).filter((one) => one.text === 'uma vez')).toHaveLength(1)
  })

  it("is sent again from the desk's own records when a phone cannot read it", async () => {
    const someone = customer()
    all.simulator.orderRetries(someone.id)
    const task = text(someone.lidJid, 'outra vez')
    all.testNode.tasks.set(task.waId, task)
    await perform(task)
    await until(() => sent(someone, task.waId)?.deliveredAt, 'the delivery after the retry')
  })

  it('marks what was read', async () => {
    const someone = customer()
    const { id } = await send(someone, { type: 'text', text: 'leia' })
    await received(id)
    await perform({ kind: 'read', marks: [{ chat: someone.lidJid, waIds: [id] }] })
    await until(() => sent(someone, id)?.readByDeskAt, 'the mark')
  })

  it('shows customers that somebody types', async () => {
    const someone = customer()
    await received((await send(someone, { type: 'text', text: 'oi' })).id)
    await all.testNode.room.sendPresence(all.line.ref, someone.lidJid, 'recording')
    await until(() => all.simulator.chat(all.line.phone, someone.id).deskPresence === 'recording', 'the presence')
  })
})

describe('refusals', () => {
  it('of a number that is not on WhatsApp are final', async () => {
    const someone = customer({ onWhatsApp: false })
    await expect(perform(text(someone.jid, 'x'))).rejects.toMatchObject({ reason: 'not-on-whatsapp', retry: false })
  })

  it.each([
    [463, 'reach-out-locked', false],
    [479, 'refused', true],
    [400, 'refused', false]
  ])('with error %i say why', async (error, reason, retry) => {
    const someone = customer()
    all.simulator.refuseSends({ error, customer: someone.id, times: 1 })
    await expect(perform(text(someone.lidJid, 'x'))).rejects.toMatchObject({ reason, retry })
  })

  it('that never come are a time-out, and a late acknowledgement is told', async () => {
    const someone = customer({ receipts: 'never' })
    await perform(text(someone.lidJid, 'primeiro'))
    all.simulator.setFaults({ ackDelayMs: 4000 }, all.line.phone)
    const task = text(someone.lidJid, 'devagar')
    await expect(perform(task)).rejects.toMatchObject({ reason: 'unknown', retry: true })
    await until(
      () => all.testNode.receipts.some((one) => one.waIds.includes(task.waId) && one.level === 1),
      'the late answer'
    )
  })

  it('of a file say whether it is broken or its upload failed', async () => {
    const someone = customer()
    const open = () => Promise.reject(new Error('no such file'))
    const broken = text(someone.lidJid, '', { file: { ...fileOf(Buffer.alloc(9)), open } })
    await expect(perform(broken)).rejects.toMatchObject({ reason: 'media-broken', retry: false })
    all.simulator.setFaults({ uploadFailure: 507 })
    const refused = text(someone.lidJid, '', { file: fileOf(Buffer.alloc(9)) })
    await expect(perform(refused)).rejects.toMatchObject({ retry: true })
  })

  it('come at once when the connection breaks while WhatsApp is asked', async () => {
    const other = await pairedLine(all.database, all.testNode, all.simulator)
    const someone = customer()
    all.simulator.setFaults({ latencyMs: 30_000 }, other.phone)
    const sending = all.testNode.room.perform(other.ref, text(someone.jid, 'x'))
    const asking = all.testNode.room.lookUp(other.ref, [someone.number])
    all.simulator.pull(other.phone, 'drop')
    const [outcome, answer] = await Promise.allSettled([sending, asking])
    expect(outcome).toMatchObject({ status: 'rejected', reason: { reason: 'no-session', retry: true } })
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'ERR_WAPP_NOT_INITIALIZED' } })
  })

  it('come at once without a session', async () => {
    const nowhere = { companyId: all.line.ref.companyId, connectionId: 999_999 }
    await expect(all.testNode.room.perform(nowhere, text('201@lid', 'x'))).rejects.toMatchObject({
      reason: 'no-session',
      retry: true
    })
    await expect(all.testNode.room.lookUp(nowhere, ['5511'])).rejects.toMatchObject({
      code: 'ERR_WAPP_NOT_INITIALIZED'
    })
  })
})
