// The web socket of one Baileys socket: what its listeners throw ends nothing, and stanzas can be intercepted.
import { EventEmitter } from 'node:events'
import { DEFAULT_ORIGIN, type BinaryNode, type SocketConfig, type WASocket } from '@whiskeysockets/baileys'
import { WebSocket } from 'ws'

/** Hands a stanza to Baileys' own listeners; resolves when they are done with it, whatever became of it. */
export type PassOn = (node: BinaryNode) => Promise<void>

export type SocketClient = ReturnType<typeof createSocketClient>

/** What `makeWASocket` gives when it is given `makeSocketClient`. */
export type Socket = WASocket & { ws: SocketClient }

const forwarded = ['close', 'error', 'upgrade', 'message', 'open', 'ping', 'pong', 'unexpected-response'] as const

/** Makes the client for `makeSocketClient`; `onError` gets what listeners throw or reject with. */
export function createSocketClient(url: URL, config: SocketConfig, onError: (event: string, error: unknown) => void) {
  const emitter = new EventEmitter({ captureRejections: true }).setMaxListeners(0)
  const emit = emitter.emit.bind(emitter)
  const interceptors = new Map<string | symbol, (node: BinaryNode) => void>()
  let wire: WebSocket | null = null
  let mayRun = () => true
  let onLapse = () => {}

  const own = {
    url,
    config,
    /** The web socket itself; null before it is opened and after it was closed in good manners. */
    get wire() {
      return wire
    },
    get isOpen() {
      return wire?.readyState === WebSocket.OPEN
    },
    get isClosed() {
      return wire === null || wire.readyState === WebSocket.CLOSED
    },
    get isClosing() {
      return wire === null || wire.readyState === WebSocket.CLOSING
    },
    get isConnecting() {
      return wire?.readyState === WebSocket.CONNECTING
    },
    connect: () => {
      if (wire) return
      wire = new WebSocket(url, { origin: DEFAULT_ORIGIN }).setMaxListeners(0)
      for (const event of forwarded) wire.on(event, (...args: unknown[]) => void emit(event, ...args))
    },
    close: async () => {
      if (!wire) return
      const { promise, resolve } = Promise.withResolvers<void>()
      wire.once('close', () => resolve())
      wire.close()
      await promise
      wire = null
    },
    send: (data: Uint8Array | string, done?: (error?: Error) => void): boolean => {
      if (mayRun()) wire?.send(data, done)
      else {
        wire?.terminate()
        onLapse()
        done?.(new Error('the session may run no more'))
      }
      return wire !== null
    },
    /** Sends nothing any more once `condition` says no: what wakes up too late must not speak beside its successor. */
    sendOnlyWhile: (condition: () => boolean, lapsed: () => void): void => {
      mayRun = condition
      onLapse = lapsed
    },
    /** Calls `handle` in the place of Baileys' listeners of an event, which `passOn` calls. */
    intercept: (event: string, handle: (node: BinaryNode, passOn: PassOn) => void): void => {
      const passOn: PassOn = async (node) => {
        try {
          for (const listener of emitter.listeners(event)) await listener(node)
        } catch (error) {
          onError(event, error)
        }
      }
      interceptors.set(event, (node) => handle(node, passOn))
    },
    emit: (event: string | symbol, ...args: unknown[]): boolean => {
      const intercepted = interceptors.get(event)
      if (!intercepted) return emit(event, ...args)
      intercepted(args[0] as BinaryNode)
      return true
    },
    [EventEmitter.captureRejectionSymbol]: (error: unknown, event: string | symbol) => onError(String(event), error)
  }
  return Object.defineProperties(emitter, Object.getOwnPropertyDescriptors(own)) as EventEmitter & typeof own
}
