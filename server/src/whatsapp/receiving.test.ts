// What arrives from customers over the whole wire: messages, files, receipts, calls, typing, answers to questions.
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { contentOf, type Customer, oneLine } from './testing/one-line.ts'

const { all, until, customer, send, received, perform, sent, text } = oneLine()

describe('what customers write', () => {
  it.each(['lid', 'pn'] as const)('arrives with both addresses of the person, sent by %s', async (addressing) => {
    const someone = customer({ addressing, name: 'Ana' })
    const { id } = await send(someone, { type: 'text', text: 'bom dia' })
    const message = await received(id)
    expect(message).toMatchObject({
      chat: {
        phone: someone.jid,
        lid: someone.lidJid,
        address: addressing === 'lid' ? someone.lidJid : someone.jid
      },
      pushName: 'Ana',
      fromMe: false,
      offline: false
    })
    expect(contentOf(message)).toEqual({ kind: 'text', body: 'bom dia' })
    await until(() => sent(someone, id)?.ackedAt, 'the acknowledgement')
  })

  it('names the number of a person who hides it, once it was learned', async () => {
    const someone = customer({ addressing: 'lid' })
    await received((await send(someone, { type: 'text', text: 'um' })).id)
    all.simulator.updateCustomer(someone.id, { hidesOtherAddress: true })
    const message = await received((await send(someone, { type: 'text', text: 'dois' })).id)
    expect(message.chat).toMatchObject({ phone: someone.jid, lid: someone.lidJid })
  })

  it('keeps replies, edits, deletions and reactions together with their message', async () => {
    const someone = customer()
    const { id } = await send(someone, { type: 'text', text: 'orignal' })
    await received(id)
    const reply = await send(someone, { type: 'text', text: 'sobre isso', quotedId: id })
    expect(await received(reply.id)).toMatchObject({ quotedWaId: id })
    await send(someone, { type: 'edit', targetId: id, text: 'original' })
    await send(someone, { type: 'reaction', targetId: id, emoji: '🙏' })
    await send(someone, { type: 'delete', targetId: id })
    const change = (type: string) =>
      until(
        () => all.testNode.messages.find((one) => one.type === type && 'targetWaId' in one && one.targetWaId === id),
        `the ${type}`
      )
    expect(await change('edit')).toMatchObject({ body: 'original' })
    expect(await change('reaction')).toMatchObject({ emoji: '🙏', targetFromMe: false })
    expect(await change('delete')).toMatchObject({ chat: { lid: someone.lidJid } })
  })

  it('shows what the owner writes on the phone as own messages', async () => {
    const someone = customer()
    const { id } = await all.simulator.sendFromHandset(all.line.phone, someone.id, { type: 'text', text: 'do celular' })
    expect(await received(id)).toMatchObject({ fromMe: true, chat: { phone: someone.jid, lid: someone.lidJid } })
  })

  it('names the writer in a group, and the group', async () => {
    const someone = customer({ name: 'Bia' })
    const group = all.simulator.createGroup({ phone: all.line.phone, subject: 'Família', customers: [someone.id] })
    const { id } = await send(someone, { type: 'text', text: 'oi gente' }, { group: group.id })
    expect(await received(id)).toMatchObject({
      chat: { address: group.id, isGroup: true },
      sender: { phone: someone.jid, lid: someone.lidJid },
      content: { body: 'oi gente' }
    })
    expect(all.testNode.messages.filter((one) => one.chat.address === group.id).map((one) => one.type)).toEqual([
      'message'
    ])
    expect(await all.testNode.room.groupInfo(all.line.ref, group.id)).toEqual({ address: group.id, subject: 'Família' })
  })

  it('keeps places, cards, the words of polls and kinds it does not know', async () => {
    const someone = customer()
    const place = await send(someone, { type: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja' })
    expect(contentOf(await received(place.id))).toMatchObject({ kind: 'location', latitude: -23.5 })
    const card = await send(someone, { type: 'contacts', contacts: [{ name: 'Bia', number: '5511988887777' }] })
    expect(contentOf(await received(card.id))).toMatchObject({ kind: 'vcard' })
    const poll = await send(someone, { type: 'poll', name: 'Qual?', options: ['a', 'b'] })
    expect(contentOf(await received(poll.id))).toEqual({ kind: 'text', body: 'Qual?\n• a\n• b' })
    const odd = await send(someone, { type: 'unknown' })
    expect(contentOf(await received(odd.id))).toMatchObject({ kind: 'unknown' })
  })

  it('arrives once for people although WhatsApp delivers it twice', async () => {
    const someone = customer()
    all.simulator.setFaults({ duplicateInbound: true }, all.line.phone)
    const { id } = await send(someone, { type: 'text', text: 'eco' })
    await received(id)
    await until(
      () => all.testNode.messages.filter((one) => one.waId === id).length === 2,
      'the second copy, for the desk to drop'
    )
  })

  it('is announced when it cannot be read, and read when it comes again', async () => {
    const someone = customer()
    const { id } = await send(someone, { type: 'text', text: 'agora sim' }, { broken: 'once' })
    const stub = await received(id, 'undecryptable')
    expect(stub).toMatchObject({ journalId: null, chat: { phone: someone.jid, lid: someone.lidJid } })
    expect(await received(id)).toMatchObject({ content: { body: 'agora sim' } })
    expect(all.testNode.messages.filter((one) => one.waId === id).map((one) => one.type)).toEqual([
      'undecryptable',
      'message'
    ])
  })

  it('is announced before what came behind it, whose writing it does not hold up', async () => {
    const someone = customer()
    await received((await send(someone, { type: 'text', text: 'oi' })).id)
    const texts = ['primeira', 'segunda', 'terceira']
    const [first, ...rest] = await Promise.all(
      texts.map((body, n) => send(someone, { type: 'text', text: body }, n === 0 ? { broken: 'once' } : {}))
    )
    const ids = [first, ...rest].map((message) => message?.id)
    for (const id of ids) await received(id ?? '')
    const seen = all.testNode.messages.filter(({ waId }) => ids.includes(waId)).map(({ type, waId }) => [type, waId])
    expect(seen.slice(0, 3)).toEqual([
      ['undecryptable', ids[0]],
      ['message', ids[1]],
      ['message', ids[2]]
    ])
    expect(seen.slice(3)).toEqual([['message', ids[0]]])
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
    const someone = customer()
    const message = await send(someone, { type, sample })
    const content = contentOf(await received(message.id))
    if (content.kind !== 'media') throw new Error(`it became ${content.kind}`)
    expect(content.media.kind).toBe(kind)
    const stream = await all.testNode.room.fetchMedia(all.line.ref, JSON.parse(JSON.stringify(content.media.source)))
    expect(await buffer(stream)).toEqual(all.simulator.file(message.media?.id ?? ''))
  })

  const sourceOf = async (someone: Customer) => {
    const message = await send(someone, { type: 'image', data: randomBytes(300_000), mime: 'image/jpeg' })
    const content = contentOf(await received(message.id))
    if (content.kind !== 'media') throw new Error('no media')
    return { source: content.media.source, id: message.id, bytes: all.simulator.file(message.media?.id ?? '') }
  }

  it('that is gone from the host is uploaded again by the phone', async () => {
    const someone = customer()
    const { source, id, bytes } = await sourceOf(someone)
    all.simulator.loseMedia(all.line.phone, someone.id, id)
    expect(await buffer(await all.testNode.room.fetchMedia(all.line.ref, source))).toEqual(bytes)
  })

  it('that is gone cannot be had without a session, and says so', async () => {
    const someone = customer()
    const { source, id, bytes } = await sourceOf(someone)
    const elsewhere = { companyId: all.line.ref.companyId, connectionId: 999_999 }
    expect(await buffer(await all.testNode.room.fetchMedia(elsewhere, source))).toEqual(bytes)
    all.simulator.loseMedia(all.line.phone, someone.id, id)
    await expect(all.testNode.room.fetchMedia(elsewhere, source)).rejects.toMatchObject({
      code: 'ERR_WAPP_DOWNLOAD_MEDIA'
    })
  })

  it.each(['broken', 'wrong-hash', 'endless'] as const)('that is %s ends in an error', async (media) => {
    const { source } = await sourceOf(customer())
    all.simulator.setFaults({ media })
    const fetched = all.testNode.room.fetchMedia(all.line.ref, source).then((stream) => buffer(stream))
    await expect(fetched).rejects.toMatchObject({
      code: expect.stringMatching(/ERR_(MEDIA_BROKEN|WAPP_DOWNLOAD)/) as unknown
    })
  })

  it('is never fetched from a host that is not WhatsApp', async () => {
    const { source } = await sourceOf(customer())
    const elsewhere = { ...(source as object), url: 'https://169.254.169.254/x', directPath: '/latest/meta-data' }
    await expect(all.testNode.room.fetchMedia(all.line.ref, elsewhere)).rejects.toMatchObject({
      code: 'ERR_MEDIA_BROKEN'
    })
    await expect(all.testNode.room.fetchMedia(all.line.ref, { v: 1 })).rejects.toMatchObject({
      code: 'ERR_MEDIA_BROKEN'
    })
  })
})

describe('what else a session tells', () => {
  it('receipts of customers, by message', async () => {
    const someone = customer({ receipts: 'read' })
    const task = text(someone.lidJid, 'lido?')
    await perform(task)
    await until(() => all.testNode.receipts.some((one) => one.waIds.includes(task.waId) && one.level === 4), 'read')
    all.simulator.markRead(all.line.phone, someone.id, [task.waId], 'played')
    await until(() => all.testNode.receipts.some((one) => one.waIds.includes(task.waId) && one.level === 5), 'played')
  })

  it('calls, from their offer to their end', async () => {
    const someone = customer()
    const call = all.simulator.startCall(all.line.phone, someone.id, true)
    const of = (state: string) => all.testNode.calls.find((one) => one.callId === call.id && one.state === state)
    expect(await until(() => of('offered'), 'the call')).toMatchObject({ isVideo: true, from: { phone: someone.jid } })
    all.simulator.endCall(call.id, 'timeout')
    expect(await until(() => of('missed'), 'the end')).toMatchObject({ isVideo: true })
  })

  it('typing and recording', async () => {
    const someone = customer()
    await received((await send(someone, { type: 'text', text: 'oi' })).id)
    all.simulator.presence(all.line.phone, someone.id, 'composing')
    const typing = (state: string) =>
      all.testNode.typing.some(
        (one) => one.state === state && one.from.phone === someone.jid && one.from.lid === someone.lidJid
      )
    await until(() => typing('composing'), 'typing')
    all.simulator.presence(all.line.phone, someone.id, 'paused')
    await until(() => typing('paused'), 'the pause')
  })

  it('which numbers are on WhatsApp, in the order asked', async () => {
    const [known, unknown] = [customer(), customer({ onWhatsApp: false })]
    const answers = await all.testNode.room.lookUp(all.line.ref, [unknown.number, known.number])
    expect(answers).toEqual([
      { asked: unknown.number, exists: false, number: null, phone: null, lid: null },
      { asked: known.number, exists: true, number: known.number, phone: known.jid, lid: known.lidJid }
    ])
    await until(() => all.testNode.parties.some((one) => one.party.lid === known.lidJid), 'the pair to be told')
  })

  it('pictures, where there are any', async () => {
    const picture = Buffer.from('ffd8ffe000104a46494600', 'hex')
    const [one, other] = [customer({ picture }), customer()]
    expect(await all.testNode.room.profileAvatar(all.line.ref, one.jid)).toEqual(picture)
    expect(await all.testNode.room.profileAvatar(all.line.ref, other.jid)).toBeNull()
  })
})
