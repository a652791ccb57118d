// The realtime side of the fake server: a WebSocket that speaks just enough Socket.IO for the real client.
import type { WireEvent, WirePayload } from '@guiche/shared/kernel/wire-event.ts'

export interface FakeLine {
  /** Sends an event of a company to the client, with its number when it has one. */
  emit: <E extends WireEvent>(event: E, companyId: number, payload: WirePayload<E>, seq?: number) => void
  /** What the client has sent: name and arguments. */
  received: { name: string; args: unknown[] }[]
  /** How many lines were tried, those that failed included. */
  attempts: () => number
  /** Tokens with which lines were opened. */
  tokens: string[]
  /** Refuses the next handshake with this code. */
  refuseNext: (code: string) => void
  /** Cuts the line as a network failure would; the client comes back by itself unless the server is down. */
  cut: () => void
  isOpen: () => boolean
  /** The number that the next lines are greeted with; none at first. */
  greetWith: (seq: number) => void
  setDown: (isDown: boolean) => void
  restore: () => void
}

const handshake = JSON.stringify({
  sid: 'fake',
  upgrades: [],
  pingInterval: 18_000,
  pingTimeout: 18_000,
  maxPayload: 1e6
})

/** The class that answers Socket.IO addresses now. */
let presentClass: (new () => object) | null = null

// The client keeps the WebSocket that it finds when it is first imported, so this stands before every import of it.
window.WebSocket = new Proxy(window.WebSocket, {
  construct: (target, args: [string, string | string[]]) =>
    presentClass !== null && args[0].includes('/socket.io/') ? new presentClass() : new target(...args)
})

/** What the sockets of a line and the test that holds it both see. */
interface Line {
  received: FakeLine['received']
  tokens: string[]
  isDown: boolean
  attempts: number
  refusal: string | null
  greeting: string
  present: Socket | null
}

interface Socket {
  give(data: string): void
  close(): void
}

function socketClass(line: Line): new () => object {
  return class FakeSocket extends EventTarget implements Socket {
    readyState = 0
    binaryType = 'blob'
    onopen: (() => void) | null = null
    onclose: ((event: { code: number }) => void) | null = null
    onerror: ((event: unknown) => void) | null = null
    onmessage: ((event: { data: string }) => void) | null = null

    constructor() {
      super()
      line.attempts++
      queueMicrotask(() => this.open())
    }
    open(): void {
      if (line.isDown) {
        this.readyState = 3
        this.onerror?.({ type: 'error' })
        this.onclose?.({ code: 1006 })
        return
      }
      this.readyState = 1
      line.present = this
      this.onopen?.()
      this.give(`0${handshake}`)
    }
    give(data: string): void {
      if (this.readyState === 1) this.onmessage?.({ data })
    }
    send(data: string): void {
      if (data.startsWith('40')) this.connect(data.slice(2))
      else if (data.startsWith('42')) {
        const [name, ...args] = JSON.parse(data.slice(2).replace(/^\d+/, '')) as [string, ...unknown[]]
        line.received.push({ name, args })
      }
    }
    connect(auth: string): void {
      line.tokens.push((JSON.parse(auth || '{}') as { token?: string }).token ?? '')
      if (line.refusal !== null) {
        this.give(`44${JSON.stringify({ message: line.refusal })}`)
        line.refusal = null
        return
      }
      this.give('40{"sid":"fake"}')
      queueMicrotask(() => this.give(`42${line.greeting}`))
    }
    close(): void {
      if (this.readyState === 3) return
      this.readyState = 3
      if (line.present === this) line.present = null
      queueMicrotask(() => this.onclose?.({ code: 1005 }))
    }
  }
}

/** Answers the page's Socket.IO connections until `restore`. */
export function createFakeLine(): FakeLine {
  const line: Line = {
    received: [],
    tokens: [],
    isDown: false,
    attempts: 0,
    refusal: null,
    greeting: '["ready"]',
    present: null
  }
  presentClass = socketClass(line)
  return {
    emit: (event, companyId, payload, seq) => {
      const checked = event.payload.parse(payload) as object
      line.present?.give(
        `42${JSON.stringify([event.channel(companyId), seq === undefined ? checked : { ...checked, seq }])}`
      )
    },
    received: line.received,
    attempts: () => line.attempts,
    tokens: line.tokens,
    refuseNext: (code) => {
      line.refusal = code
    },
    cut: () => line.present?.close(),
    isOpen: () => line.present !== null,
    greetWith: (seq) => {
      line.greeting = JSON.stringify(['ready', { seq }])
    },
    setDown: (isDown) => {
      line.isDown = isDown
      if (isDown) line.present?.close()
    },
    restore: () => {
      presentClass = null
    }
  }
}
