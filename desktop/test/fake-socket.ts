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

/** Answers the page's Socket.IO connections until `restore`. */
export function createFakeLine(): FakeLine {
  const received: FakeLine['received'] = []
  const tokens: string[] = []
  let isDown = false
  let attempts = 0
  let refusal: string | null = null
  let greeting = '["ready"]'
  let present: FakeSocket | null = null
  const open = (socket: FakeSocket): void => {
    present = socket
  }

  class FakeSocket extends EventTarget {
    readyState = 0
    binaryType = 'blob'
    onopen: (() => void) | null = null
    onclose: ((event: { code: number }) => void) | null = null
    onerror: ((event: unknown) => void) | null = null
    onmessage: ((event: { data: string }) => void) | null = null

    constructor() {
      super()
      attempts++
      queueMicrotask(() => {
        if (isDown) {
          this.readyState = 3
          this.onerror?.({ type: 'error' })
          this.onclose?.({ code: 1006 })
          return
        }
        this.readyState = 1
        open(this)
        this.onopen?.()
        this.give(`0${handshake}`)
      })
    }
    give(data: string): void {
      if (this.readyState === 1) this.onmessage?.({ data })
    }
    send(data: string): void {
      if (data.startsWith('40')) this.connect(data.slice(2))
      else if (data.startsWith('42')) {
        const [name, ...args] = JSON.parse(data.slice(2).replace(/^\d+/, '')) as [string, ...unknown[]]
        received.push({ name, args })
      }
    }
    connect(auth: string): void {
      tokens.push((JSON.parse(auth || '{}') as { token?: string }).token ?? '')
      if (refusal !== null) {
        this.give(`44${JSON.stringify({ message: refusal })}`)
        refusal = null
        return
      }
      this.give('40{"sid":"fake"}')
      queueMicrotask(() => this.give(`42${greeting}`))
    }
    close(): void {
      if (this.readyState === 3) return
      this.readyState = 3
      if (present === this) present = null
      queueMicrotask(() => this.onclose?.({ code: 1005 }))
    }
  }

  presentClass = FakeSocket
  return {
    emit: (event, companyId, payload, seq) => {
      const checked = event.payload.parse(payload) as object
      present?.give(
        `42${JSON.stringify([event.channel(companyId), seq === undefined ? checked : { ...checked, seq }])}`
      )
    },
    received,
    attempts: () => attempts,
    tokens,
    refuseNext: (code) => {
      refusal = code
    },
    cut: () => {
      const cutOff = present
      cutOff?.close()
    },
    isOpen: () => present !== null,
    greetWith: (seq) => {
      greeting = JSON.stringify(['ready', { seq }])
    },
    setDown: (down) => {
      isDown = down
      if (down) present?.close()
    },
    restore: () => {
      presentClass = null
    }
  }
}
