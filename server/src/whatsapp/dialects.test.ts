// Another WhatsApp than the simulator's usual one: what the protocol leaves open is said otherwise, and all still works.
import { buffer } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { pairedLine, startTestNode } from './testing/test-node.ts'
import { contentOf, type Customer, fileOf, oneLine } from './testing/one-line.ts'

const { all, until, customer, send, received, perform, sent, text } = oneLine()
let ownHost = ''

beforeEach(() => {
  ownHost ||= new URL(all.simulator.mediaUrl).host
  all.simulator.speak({
    lids: 'told',
    namesOwnLid: true,
    mediaRefusals: 0,
    omitsUrls: false,
    mediaHost: ownHost,
    answers: {}
  })
})

describe('where LIDs are not told', () => {
  const byNumber = () => customer({ addressing: 'pn', hidesOtherAddress: true })

  it.each(['untold', 'refused'] as const)('(%s) a number that writes is heard and answered', async (lids) => {
    all.simulator.speak({ lids })
    const someone = byNumber()
    const { id } = await send(someone, { type: 'text', text: 'oi' })
    expect(await received(id)).toMatchObject({ chat: { address: someone.jid, phone: someone.jid, lid: null } })
    await until(() => sent(someone, id)?.ackedAt, 'the acknowledgement')
    all.simulator.speak({ lids: 'untold' })
    const answer = text(someone.jid, 'olá')
    await perform(answer)
    await until(() => sent(someone, answer.waId)?.deliveries[someone.id], 'the delivery')
    expect(sent(someone, answer.waId)).toMatchObject({ text: 'olá', decryptErrors: 0 })
  })

  it('a number that never wrote can be written to', async () => {
    all.simulator.speak({ lids: 'untold' })
    const someone = byNumber()
    const task = text(someone.jid, 'bom dia')
    await perform(task)
    await until(() => sent(someone, task.waId)?.deliveries[someone.id], 'the delivery')
    expect(sent(someone, task.waId)).toMatchObject({ text: 'bom dia', decryptErrors: 0 })
  })

  it('what a number said goes on under the LID it has later', async () => {
    all.simulator.speak({ lids: 'untold' })
    const someone = byNumber()
    await received((await send(someone, { type: 'text', text: 'um' })).id)
    all.simulator.updateCustomer(someone.id, { addressing: 'lid', hidesOtherAddress: false })
    const { id } = await send(someone, { type: 'text', text: 'dois' })
    expect(await received(id)).toMatchObject({ chat: { address: someone.lidJid, phone: someone.jid } })
    expect(all.testNode.messages.filter((one) => one.waId === id).map((one) => one.type)).toEqual(['message'])
    expect(sent(someone, id)).toMatchObject({ retries: 0 })
  })
})

describe('a login that does not name the own LID', () => {
  it('leaves it known: copies of the own phone are read', async () => {
    all.simulator.speak({ namesOwnLid: false })
    const times = all.testNode.opened.length
    all.simulator.pull(all.line.phone, 'restart')
    await until(() => all.testNode.opened.length > times, 'the next login')
    const someone = customer()
    const write = () => all.simulator.sendFromHandset(all.line.phone, someone.id, { type: 'text', text: 'eu' })
    expect(await received((await write()).id)).toMatchObject({ fromMe: true, chat: { lid: someone.lidJid } })
    expect(all.testNode.last(all.line.ref)?.lid).toMatch(/^\d+$/)
  })
})

async function fetched(waId: string) {
  const content = contentOf(await received(waId))
  if (content.kind !== 'media') throw new Error(`it became ${content.kind}`)
  return buffer(await all.testNode.room.fetchMedia(all.line.ref, content.media.source))
}

describe('files at hosts of other names', () => {
  it('are fetched where WhatsApp says its media hosts are', async () => {
    all.simulator.speak({ mediaHost: ownHost.replace('127.0.0.1', 'localhost') })
    const times = all.testNode.opened.length
    all.simulator.pull(all.line.phone, 'restart')
    await until(() => all.testNode.opened.length > times, 'the next login')
    const someone = customer({ picture: Buffer.from('ffd8ffe000104a46494600', 'hex') })
    const { id, media } = await send(someone, { type: 'image', sample: 'picture' })
    expect(await fetched(id)).toEqual(all.simulator.file(media?.id ?? ''))
    expect(await all.testNode.room.profileAvatar(all.line.ref, someone.jid)).toHaveLength(11)
  })

  it('are fetched from there when the sender names no host', async () => {
    all.simulator.speak({ omitsUrls: true })
    const { id, media } = await send(customer(), { type: 'image', sample: 'picture' })
    expect(await fetched(id)).toEqual(all.simulator.file(media?.id ?? ''))
  })

  it('go out although WhatsApp did not name a host when it was asked first', async () => {
    const times = all.testNode.opened.length
    all.simulator.pull(all.line.phone, 'restart')
    await until(() => all.testNode.opened.length > times, 'a socket that has asked nothing')
    all.simulator.speak({ mediaRefusals: 1 })
    const someone = customer()
    const task = () => text(someone.lidJid, '', { file: fileOf(Buffer.alloc(2000, 1)) })
    await expect(perform(task())).rejects.toMatchObject({ retry: true })
    const second = task()
    await perform(second)
    await until(() => sent(someone, second.waId)?.media, 'the file')
  })
})

describe('a question of the desk', () => {
  const reconnected = async () => {
    const times = all.testNode.opened.length
    all.simulator.pull(all.line.phone, 'restart')
    await until(() => all.testNode.opened.length > times, 'the next login')
  }
  const answered = async (someone: Customer, body: string) => {
    const task = text(someone.lidJid, body)
    await perform(task)
    await until(() => sent(someone, task.waId)?.deliveries[someone.id], 'the delivery')
    return sent(someone, task.waId)
  }

  describe.each(['never', 'refused', 'nothing'] as const)('answered with "%s"', (how) => {
    it('of what the account shows lets customers see what was read, and the answer behind it', async () => {
      all.simulator.speak({ answers: { privacy: how } })
      await reconnected()
      const someone = customer()
      const { id } = await send(someone, { type: 'text', text: 'oi' })
      await received(id)
      await perform({ kind: 'read', marks: [{ chat: someone.lidJid, waIds: [id], participant: null }] })
      await until(() => sent(someone, id)?.readByDeskAt, 'the read mark')
      expect(await answered(someone, 'olá')).toMatchObject({ text: 'olá', decryptErrors: 0 })
    })

    it('of the devices of somebody who writes lets the answer go to their phone', async () => {
      all.simulator.speak({ answers: { usync: how } })
      const someone = customer()
      await received((await send(someone, { type: 'text', text: 'oi' })).id)
      expect(await answered(someone, 'olá')).toMatchObject({ text: 'olá', decryptErrors: 0 })
    })

    it.each(['encrypt count', 'encrypt digest'])('of %s lets the desk in', async (what) => {
      all.simulator.speak({ answers: { [what]: how } })
      await reconnected()
      const { id } = await send(customer(), { type: 'text', text: 'cheguei' })
      expect(contentOf(await received(id))).toEqual({ kind: 'text', body: 'cheguei' })
    })

    it('of what the phone keeps of chats holds up neither messages nor answers', async () => {
      all.simulator.speak({ answers: { 'w:sync:app:state': how } })
      const { phone, ref } = await pairedLine(all.database, all.testNode, all.simulator)
      const someone = customer()
      const { id } = await all.simulator.send(phone, someone.id, { type: 'text', text: 'oi' })
      expect(contentOf(await received(id))).toEqual({ kind: 'text', body: 'oi' })
      const task = text(someone.lidJid, 'olá')
      await all.testNode.room.perform(ref, task)
      await until(() => all.simulator.message(phone, someone.id, task.waId)?.deliveries[someone.id], 'the delivery')
    })

    it('of media hosts lets a file be fetched that names its own', async () => {
      all.simulator.speak({ answers: { 'w:m': how } })
      await reconnected()
      const { id, media } = await send(customer(), { type: 'image', sample: 'picture' })
      expect(await fetched(id)).toEqual(all.simulator.file(media?.id ?? ''))
    })
  })
})

describe('acknowledgements that never come', () => {
  it('are not waited for when the receipt is there', async () => {
    const someone = customer()
    all.simulator.setFaults({ dropAcks: true }, all.line.phone)
    const task = text(someone.lidJid, 'chegou?')
    await perform(task)
    expect(sent(someone, task.waId)?.deliveries).toEqual({ [someone.id]: 1 })
  })
})

describe('a customer who asks for an old message again', () => {
  it('while the desk was away gets it as the desk logs in, its file included', async () => {
    const someone = customer()
    const words = text(someone.lidJid, 'o pedido')
    const file = text(someone.lidJid, '', { file: fileOf(Buffer.alloc(3000, 2)) })
    const tasks = new Map([words, file].map((task) => [task.waId, task]))
    for (const task of tasks.values()) await perform(task)
    await until(() => sent(someone, file.waId)?.deliveredAt, 'the file')
    await all.testNode.stop()
    // The database is away when it is asked first.
    let looks = 0
    const get = tasks.get.bind(tasks)
    tasks.get = (waId) => {
      if (looks++ === 0) throw Object.assign(new Error('away'), { code: 'CONNECTION_CLOSED' })
      return get(waId)
    }
    for (const waId of tasks.keys()) all.simulator.askAgain(all.line.phone, someone.id, waId)
    all.testNode = await startTestNode({ ...all, tasks })
    for (const waId of tasks.keys())
      await until(() => sent(someone, waId)?.deliveries[someone.id] === 2, 'the second copy')
    expect(sent(someone, file.waId)).toMatchObject({ decryptErrors: 1 })
  })
})
