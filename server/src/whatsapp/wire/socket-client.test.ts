// The web socket under Baileys: a listener that fails takes nothing with it, and stanzas wait for who intercepts them.
import type { BinaryNode, SocketConfig } from '@whiskeysockets/baileys'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { createSocketClient } from './socket-client.ts'

const stanza = (id: string): BinaryNode => ({ tag: 'message', attrs: { id } })
const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

function makeClient(url = 'ws://127.0.0.1:9') {
  const errors: unknown[][] = []
  const client = createSocketClient(new URL(url), {} as SocketConfig, (event, error) =>
    errors.push([event, (error as Error).message])
  )
  return { client, errors }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

it('catches what asynchronous listeners throw and keeps the order of all', async () => {
  const { client, errors } = makeClient()
  const seen: string[] = []
  client.on('frame', () => void seen.push('first'))
  client.on('frame', async (text: string) => {
    seen.push(text)
    throw new Error('bad frame')
  })
  client.once('frame', () => void seen.push('once'))
  client.emit('frame', 'second')
  client.emit('frame', 'again')
  await turn()
  expect(seen).toEqual(['first', 'second', 'once', 'first', 'again'])
  expect(errors).toEqual([
    ['frame', 'bad frame'],
    ['frame', 'bad frame']
  ])
})

it('hands an intercepted stanza on when it is told to, and tells when the listeners are done with it', async () => {
  const { client, errors } = makeClient()
  const seen: string[] = []
  const held: (() => Promise<void>)[] = []
  client.on('CB:message', async ({ attrs }: BinaryNode) => {
    await turn()
    seen.push(attrs.id ?? '')
    if (attrs.id === 'bad') throw new Error('bad stanza')
  })
  client.intercept('CB:message', (node, passOn) => held.push(() => passOn(node)))
  // Listeners that come later wait as well.
  client.on('CB:message', ({ attrs }: BinaryNode) => void seen.push(`late ${attrs.id}`))
  for (const id of ['a', 'bad']) expect(client.emit('CB:message', stanza(id))).toBe(true)
  await turn()
  expect(seen).toEqual([])
  await held[1]?.()
  await held[0]?.()
  expect(seen).toEqual(['bad', 'a', 'late a'])
  expect(errors).toEqual([['CB:message', 'bad stanza']])
})

it('opens, sends, and is cut before it sends what it may not', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  endings.push(() => server.close())
  await once(server, 'listening')
  const { client } = makeClient(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  expect([client.isOpen, client.isClosed, client.wire]).toEqual([false, true, null])
  client.connect()
  expect(client.isConnecting).toBe(true)
  const [[line]] = await Promise.all([once(server, 'connection'), once(client, 'open')])
  expect([client.isOpen, client.isClosed, client.isClosing]).toEqual([true, false, false])
  const heard: string[] = []
  line.on('message', (data: Buffer) => heard.push(data.toString()))
  await new Promise((done) => client.send('one', done))

  let [isOurs, lapses] = [true, 0]
  client.sendOnlyWhile(
    () => isOurs,
    () => lapses++
  )
  await new Promise((done) => client.send('two', done))
  isOurs = false
  const gone = once(line, 'close')
  const refused = await new Promise<Error | undefined>((done) => client.send('three', done))
  await gone
  expect(refused?.message).toBe('the session may run no more')
  expect([heard, lapses, client.isClosed]).toEqual([['one', 'two'], 1, true])
})

it('closes in good manners and says so', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  endings.push(() => server.close())
  await once(server, 'listening')
  const { client } = makeClient(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  client.connect()
  await once(client, 'open')
  await Promise.all([client.close(), once(client, 'close')])
  expect([client.wire, client.isClosed]).toEqual([null, true])
})
