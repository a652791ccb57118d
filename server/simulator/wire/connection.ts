// One websocket of a client: framing, stanzas out in order, questions with answers, and the faults that touch them.
import type { WebSocket } from 'ws'
import { encodeBinaryNode, type BinaryNode, type proto } from '@whiskeysockets/baileys'
import { faultsFor } from '../faults/faults.ts'
import type { Connection, World } from '../model.ts'
import { makeNoiseServer } from './noise-server.ts'
import { newStanzaId } from './wire.ts'

export interface ConnectionEvents {
  onLogin(connection: Connection, noiseKey: Buffer, payload: proto.IClientPayload): void
  onNode(connection: Connection, node: BinaryNode): void
  onClose(connection: Connection): void
}

interface Frame {
  due: number
  encoded: Uint8Array
}

let nextId = 1

export function openConnection(world: World, socket: WebSocket, events: ConnectionEvents): Connection {
  const outgoing: Frame[] = []
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
    const time = Date.now()
    let count = 0
    while (count < outgoing.length && (outgoing[count]?.due ?? 0) <= time) count++
    if (count) write(Buffer.concat(outgoing.splice(0, count).map((item) => noise.seal(item.encoded))))
    if (outgoing.length) schedule()
    else if (closing) socket.close()
  }
  const schedule = () => {
    if (scheduled) return
    scheduled = true
    const wait = (outgoing[0]?.due ?? 0) - Date.now()
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
      world.isDirty = true
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
      world.isDirty = true
      const { id = '' } = node.attrs
      const question = node.tag === 'iq' ? questions.get(id) : undefined
      if (!question) return events.onNode(connection, node)
      questions.delete(id)
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
