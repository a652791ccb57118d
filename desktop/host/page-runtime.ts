// Two scripts that run in a page before anything else; their source text is injected, so each function stands alone.
// `pageWorld` builds in the page's own world what the bridge exposes; `preloadWorld` runs the app's real preload in another.
import type { Codec } from './codec.ts'

type Fn = (...args: any[]) => any

export function pageWorld(createCodec: Codec, nonce: string): void {
  const { encode, decode } = createCodec()
  const dispatch = window.dispatchEvent.bind(window)
  const Custom = CustomEvent
  const callbacks = new Map<number, Fn>()
  const pending = new Map<number, { resolve: Fn; reject: Fn }>()
  let lastId = 0
  let answer: string | undefined

  const carry = (fn: Fn): number => {
    callbacks.set(++lastId, fn)
    return lastId
  }
  /** A function of the preload; its answer comes back while the event is being dispatched. */
  const remote =
    (id: number): Fn =>
    (...args) => {
      answer = undefined
      dispatch(new Custom(`${nonce}call`, { detail: encode({ id, args }, carry) }))
      if (answer === undefined) throw new Error('the world of the preload is gone')
      const outcome = decode(answer, remote)
      if (outcome.error) throw outcome.error
      if (!outcome.promise) return outcome.value
      return new Promise((resolve, reject) => pending.set(outcome.promise, { resolve, reject }))
    }
  const freeze = (value: any): any => {
    if (!value || typeof value !== 'object' || ArrayBuffer.isView(value)) return value
    Object.values(value).forEach(freeze)
    return Object.freeze(value)
  }
  const on = (name: string, fn: (detail: string) => void) =>
    window.addEventListener(nonce + name, (event) => fn((event as CustomEvent<string>).detail))

  on('expose', (detail) => {
    const { key, api } = decode(detail, remote)
    if (Object.hasOwn(window, key)) {
      throw new Error('Cannot bind an API on top of an existing property on the window object')
    }
    Object.defineProperty(window, key, { value: freeze(api), enumerable: true, configurable: false, writable: false })
  })
  on('answer', (detail) => {
    answer = detail
  })
  on('settle', (detail) => {
    const { promise, error, value } = decode(detail, remote)
    const waiting = pending.get(promise)
    pending.delete(promise)
    if (error) waiting?.reject(error)
    else waiting?.resolve(value)
  })
  on('callback', (detail) => {
    const { id, args } = decode(detail, remote)
    callbacks.get(id)?.(...args)
  })
}

/** What the preload's world says to the page's: functions that it may call, and their answers. */
export function pageDoor({ encode, decode }: ReturnType<Codec>, nonce: string) {
  const functions = new Map<number, Fn>()
  let lastId = 0

  const carry = (fn: Fn): number => {
    functions.set(++lastId, fn)
    return lastId
  }
  const tellPage = (name: string, value: object) =>
    window.dispatchEvent(new CustomEvent(nonce + name, { detail: encode(value, carry) }))
  const pageCallback =
    (id: number): Fn =>
    (...args) =>
      tellPage('callback', { id, args })

  window.addEventListener(`${nonce}call`, (event) => {
    const { id, args } = decode((event as CustomEvent<string>).detail, pageCallback)
    let answer: string
    try {
      const value = functions.get(id)?.(...args)
      if (typeof value?.then === 'function') {
        const promise = ++lastId
        value.then(
          (settled: unknown) => tellPage('settle', { promise, value: settled }),
          (error: unknown) =>
            tellPage('settle', { promise, error: error instanceof Error ? error : new Error(String(error)) })
        )
        answer = encode({ promise })
      } else answer = encode({ value }, carry)
    } catch (error) {
      answer = encode({ error })
    }
    window.dispatchEvent(new CustomEvent(`${nonce}answer`, { detail: answer }))
  })
  return { exposeInMainWorld: (key: string, api: object) => void tellPage('expose', { key, api }) }
}

/** Electron's `ipcRenderer` over the binding that leads out of the page. */
export function mainLink({ decode }: ReturnType<Codec>, send: (message: object) => void, binding: string) {
  const waiting = new Map<number, { resolve: Fn; reject: Fn }>()
  const listeners = new Map<string, Fn[]>()
  let lastId = 0

  const listenersOf = (channel: string): Fn[] => {
    const present = listeners.get(channel) ?? []
    listeners.set(channel, present)
    return present
  }
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        send({ type: 'invoke', id, channel, args })
        waiting.set(id, { resolve, reject })
      }),
    send: (channel: string, ...args: unknown[]) => send({ type: 'send', channel, args }),
    on: (channel: string, fn: Fn) => {
      listenersOf(channel).push(fn)
      return ipcRenderer
    },
    off: (channel: string, fn: Fn) => {
      const present = listenersOf(channel)
      const index = present.indexOf(fn)
      if (index !== -1) present.splice(index, 1)
      return ipcRenderer
    },
    removeAllListeners: (channel: string) => {
      listeners.delete(channel)
      return ipcRenderer
    }
  }
  const scope = globalThis as any
  scope[`${binding}Deliver`] = (text: string) => {
    const message = decode(text)
    if (message.type === 'event') {
      for (const fn of [...listenersOf(message.channel)]) fn({ sender: ipcRenderer, ports: [] }, ...message.args)
      return
    }
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.error) asked?.reject(new Error(message.error))
    else asked?.resolve(message.value)
  }
  return ipcRenderer
}

interface PreloadInfo {
  nonce: string
  binding: string
  /** What the preload sees as `process`. */
  process: Record<string, unknown>
}

/** What the preload's world is made of; their sources stand alone as well. */
interface WorldParts {
  createCodec: Codec
  pageDoor: typeof pageDoor
  mainLink: typeof mainLink
}

type Preload = (require: Fn, module: { exports: object }, exports: object, process: object) => void

export function preloadWorld(parts: WorldParts, { nonce, binding, process }: PreloadInfo, preload: Preload): void {
  // Electron runs a preload in the top frame only.
  if (window !== window.top) return
  const codec = parts.createCodec()
  const scope = globalThis as any
  const post = scope[binding] as (text: string) => void
  const send = (message: object) => post(codec.encode(message))
  const contextBridge = parts.pageDoor(codec, nonce)
  const ipcRenderer = parts.mainLink(codec, send, binding)
  const modules: Record<string, object> = { electron: { ipcRenderer, contextBridge } }
  modules['electron/renderer'] = modules['electron'] as object
  const require = (name: string) => {
    const found = modules[name]
    if (!found) throw new Error(`module not found: ${name}`)
    return found
  }
  const tellTitle = () => send({ type: 'title', title: document.title })
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(tellTitle).observe(document.head, { subtree: true, childList: true, characterData: true })
    tellTitle()
  })
  try {
    const module = { exports: {} }
    preload(require, module, module.exports, process)
  } catch (error) {
    send({ type: 'preload-error', error })
    console.error('Unable to load preload script', error)
  }
}
