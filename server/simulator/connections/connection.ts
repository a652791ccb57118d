// One websocket of a client: framing, stanzas out in order, questions with answers, and the faults that touch them.
import type { WebSocket } from 'ws'
import { encodeBinaryNode, type BinaryNode, type proto } from '@whiskeysockets/baileys'
import { faultsFor } from '../faults/faults.ts'
import type { Connection, SimulatorState } from '../model.ts'
import { makeNoiseServer } from '../wire/noise-server.ts'
import { newStanzaId } from '../wire/wire.ts'

export interface ConnectionEvents {
  onLogin(connection: Connection, noiseKey: Buffer, payload: proto.IClientPayload): void
  onNode(connection: Connection, node: BinaryNode): void
  onClose(connection: Connection): void
}

interface QueueEnds {
  /** Gets the frames that are due together. */
  send(frames: Uint8Array[]): void
  isOver(): boolean
  onEmpty(): void
}

/** Frames on their way out, in order. */
function makeFrameQueue({ send, isOver, onEmpty }: QueueEnds) {
  const frames: { due: number; encoded: Uint8Array }[] = []
  let scheduled = false
  function pump(): void {
    scheduled = false
    if (isOver()) return
    const time = Date.now()
    let count = 0
    while (count < frames.length && (frames[count]?.due ?? 0) <= time) count++
    if (count) send(frames.splice(0, count).map(({ encoded }) => encoded))
    if (frames.length) schedule()
    else onEmpty()
  }
  function schedule(): void {
    if (scheduled) return
    scheduled = true
    const wait = (frames[0]?.due ?? 0) - Date.now()
    if (wait > 0) setTimeout(pump, wait)
    else setImmediate(pump)
  }
  return {
    /** No frame overtakes another, whatever their `wait` in milliseconds. */
    add(encoded: Uint8Array, wait: number): void {
      frames.push({ encoded, due: Math.max(wait ? Date.now() + wait : 0, frames.at(-1)?.due ?? 0) })
      schedule()
    },
    pump,
    isEmpty: () => frames.length === 0
  }
}

/** What the client was asked, by the id of the stanza. */
function makeQuestions() {
  const open = new Map<string, { resolve(node: BinaryNode): void; reject(error: Error): void }>()
  return {
    ask: (id: string) => new Promise<BinaryNode>((resolve, reject) => open.set(id, { resolve, reject })),
    /** False for a stanza that answers nothing. */
    answer(node: BinaryNode): boolean {
      const { id = '', type } = node.attrs
      const question = node.tag === 'iq' ? open.get(id) : undefined
      if (!question) return false
      open.delete(id)
      if (type === 'error') question.reject(new Error('the client refused'))
      else question.resolve(node)
      return true
    },
    end(): void {
      for (const question of open.values()) question.reject(new Error('the client went away'))
    }
  }
}

let nextId = 1

export function openConnection(state: SimulatorState, socket: WebSocket, events: ConnectionEvents): Connection {
  const questions = makeQuestions()
  let closing = false
  const settings = () => faultsFor(state.faults, connection.phone?.number)
  const write = (bytes: Uint8Array) => {
    if (socket.readyState === socket.OPEN) socket.send(bytes)
  }
  const outgoing = makeFrameQueue({
    // Sealed only when they leave, so that a change of latency can never reorder their counters.
    send: (frames) => write(Buffer.concat(frames.map((encoded) => noise.seal(encoded)))),
    isOver: () => connection.stage === 'closed',
    onEmpty: () => {
      if (closing) socket.close()
    }
  })

  const connection: Connection = {
    id: nextId++,
    since: Date.now(),
    stage: 'handshake',
    work: Promise.resolve(),
    messagesSent: 0,
    send: (node) => connection.sendEncoded(encodeBinaryNode(node)),
    sendEncoded(encoded) {
      if (connection.stage === 'closed') return
      state.isDirty = true
      const { deaf, latencyMs } = settings()
      if (!deaf) outgoing.add(encoded, latencyMs)
    },
    ask(node) {
      const id = node.attrs.id ?? newStanzaId()
      node.attrs.id = id
      const answer = questions.ask(id)
      connection.send(node)
      return answer
    },
    close() {
      closing = true
      if (outgoing.isEmpty()) socket.close()
    },
    drop() {
      if (!settings().latencyMs) outgoing.pump()
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
      state.isDirty = true
      if (!questions.answer(node)) events.onNode(connection, node)
    }
  })

  socket.on('message', (data: Buffer) => {
    try {
      noise.receive(data)
    } catch (error) {
      state.log(`socket ${connection.id}: ${(error as Error).message}`, connection.phone?.number)
      socket.terminate()
    }
  })
  socket.on('error', () => socket.terminate())
  socket.on('close', () => {
    connection.stage = 'closed'
    questions.end()
    events.onClose(connection)
  })
  return connection
}
