// One websocket of a client: framing, stanzas out in order, questions with answers, and the faults that touch them.
import type { WebSocket } from 'ws'
import { encodeBinaryNode, type BinaryNode, type proto } from '@whiskeysockets/baileys'
import { faultsFor } from './faults.ts'
import { makeNoiseServer } from './noise-server.ts'
import type { Registration } from './pairing.ts'
import { newStanzaId } from './wire.ts'
import type { Device, Phone, World } from './world.ts'

export interface Connection {
  id: number
  since: number
  /** `offline`: logged in, the stored stanzas have not been sent yet. */
  stage: 'handshake' | 'registering' | 'paired' | 'offline' | 'online' | 'closed'
  phone?: Phone
  device?: Device
  registration?: Registration
  /** Work on the client's messages, one after the other. */
  work: Promise<void>
  /** Inbound messages sent on this socket. */
  messagesSent: number
  send(node: BinaryNode): void
  sendEncoded(encoded: Uint8Array): void
  /** Send an iq and wait for its answer. */
  ask(node: BinaryNode): Promise<BinaryNode>
  /** Close after what was sent has left. */
  close(): void
  /** Cut the TCP connection without a word. */
  drop(): void
}

export interface ConnectionEvents {
  onLogin(connection: Connection, noiseKey: Buffer, payload: proto.IClientPayload): void
  onNode(connection: Connection, node: BinaryNode): void
  onClose(connection: Connection): void
}

interface Outgoing {
  due: number
  encoded: Uint8Array
}

let nextId = 1

export function openConnection(world: World, socket: WebSocket, events: ConnectionEvents): Connection {
  const outgoing: Outgoing[] = []
  const questions = new Map<string, { resolve(node: BinaryNode): void; reject(error: Error): void }>()
  let scheduled = false
  let closing = false
  const settings = () => faultsFor(world.faults, connection.phone?.number)

  const write = (bytes: Uint8Array) => {
    if (socket.readyState === socket.OPEN) socket.send(bytes)
  }

  // Frames are sealed only when they leave, so that a change of latency can never reorder their counters.
  const pump = () => {
    scheduled = false
    if (connection.stage === 'closed') return
    const ready: Buffer[] = []
    const time = Date.now()
    while (outgoing[0] && outgoing[0].due <= time) ready.push(noise.seal(outgoing.shift()!.encoded))
    if (ready.length) write(ready.length === 1 ? ready[0]! : Buffer.concat(ready))
    if (outgoing[0]) schedule()
    else if (closing) socket.close()
  }
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    const wait = outgoing[0]!.due - Date.now()
    if (wait > 0) setTimeout(pump, wait)
    else setImmediate(pump)
  }

  const connection: Connection = {
    id: nextId++,
    since: Date.now(),
    stage: 'handshake',
    work: Promise.resolve(),
    messagesSent: 0,
    send: (node) => connection.sendEncoded(encodeBinaryNode(node)),
    sendEncoded(encoded) {
      if (connection.stage === 'closed') return
      const { deaf, latencyMs } = settings()
      if (deaf) return
      const last = outgoing.at(-1)
      outgoing.push({ encoded, due: Math.max(latencyMs ? Date.now() + latencyMs : 0, last?.due ?? 0) })
      schedule()
    },
    ask(node) {
      const id = node.attrs.id ?? newStanzaId()
      node.attrs.id = id
      return new Promise((resolve, reject) => {
        questions.set(id, { resolve, reject })
        connection.send(node)
      })
    },
    close() {
      closing = true
      if (!outgoing.length) socket.close()
    },
    drop() {
      if (!settings().latencyMs) pump()
      connection.stage = 'closed'
      socket.terminate()
    }
  }

  const noise = makeNoiseServer({
    write: (frame) => {
      if (!settings().deaf) write(frame)
    },
    onLogin: (key, payload) => events.onLogin(connection, key, payload),
    onNode(node) {
      if (settings().deaf) return
      const question = node.tag === 'iq' && node.attrs.id ? questions.get(node.attrs.id) : undefined
      if (!question) return events.onNode(connection, node)
      questions.delete(node.attrs.id!)
      if (node.attrs.type === 'error') question.reject(new Error('the client refused'))
      else question.resolve(node)
    }
  })

  socket.on('message', (data: Buffer) => {
    try {
      noise.receive(data)
    } catch (error) {
      world.log(`socket ${connection.id}: ${(error as Error).message}`, connection.phone?.number)
      socket.terminate()
    }
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    connection.stage = 'closed'
    for (const question of questions.values()) question.reject(new Error('the client went away'))
    events.onClose(connection)
  })
  return connection
}
