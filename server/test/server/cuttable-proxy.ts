// A TCP proxy in front of a server, which tests cut off and let back: a network that fails without anybody's doing.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { Transform, type Writable } from 'node:stream'

export interface CuttableProxy {
  port: number
  /** Ends every line and refuses new ones. */
  cut(): Promise<void>
  /** Keeps lines open and takes new ones, but nothing passes any more until `restore`. */
  freeze(): Promise<void>
  /**
   * Calls `act` once when something sent to the server contains the text. What contains it gets there first when
   * `isDelivered`, and never otherwise.
   */
  trap(text: string, isDelivered: boolean, act: () => void): void
  /** Takes new lines again, on the same port; `closing`: and closes each at once. */
  restore(how?: { closing?: boolean }): Promise<void>
  close(): Promise<void>
}

/** Listens on a free port of 127.0.0.1 for one target. */
export async function startProxy(target: { host: string; port: number }): Promise<CuttableProxy> {
  /** Each end of a line with its other end; null while the line goes nowhere. */
  const ends = new Map<Socket, Writable | null>()
  let state: 'passing' | 'frozen' | 'closing' = 'passing'
  let trap: { text: string; isDelivered: boolean; act: () => void } | null = null
  const spring = (chunk: Buffer): boolean => {
    if (!trap || !chunk.includes(trap.text)) return true
    const { isDelivered, act } = trap
    trap = null
    // What is delivered has left before anything is cut.
    if (isDelivered) setImmediate(act)
    else act()
    return isDelivered
  }
  const follow = (from: Socket, to: Socket | null, through: Writable | null = to) => {
    ends.set(from, through)
    // Short statements must not wait for one another's answers.
    from.setNoDelay(true)
    from.on('error', () => {})
    from.on('close', () => {
      ends.delete(from)
      to?.destroy()
    })
    if (through) from.pipe(through)
  }
  const join = (incoming: Socket) => {
    const outgoing = connect(target)
    const trapped = new Transform({
      transform: (chunk: Buffer, _encoding, done) => (spring(chunk) ? done(null, chunk) : done())
    })
    trapped.pipe(outgoing)
    follow(incoming, outgoing, trapped)
    follow(outgoing, incoming)
  }
  const server = createServer((incoming) => {
    if (state === 'passing') join(incoming)
    else if (state === 'frozen') follow(incoming.pause(), null)
    else
      incoming
        .on('error', () => {})
        .resume()
        .end()
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const cut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    for (const end of ends.keys()) end.resetAndDestroy()
    await closed
  }
  const port = await listen(0)
  return {
    port,
    trap: (text, isDelivered, act) => {
      trap = { text, isDelivered, act }
    },
    cut,
    freeze: async () => {
      state = 'frozen'
      for (const [from, to] of ends) {
        if (to) from.unpipe(to)
        from.pause()
      }
    },
    restore: async ({ closing = false } = {}) => {
      state = closing ? 'closing' : 'passing'
      for (const [from, to] of ends) {
        if (to) from.pipe(to)
        else from.resetAndDestroy()
      }
      if (!server.listening) await listen(port)
    },
    close: cut
  }
}

/** The proxy for a PostgreSQL address, and the address that goes through it. */
export async function proxyDatabase(url: string): Promise<{ url: string; proxy: CuttableProxy }> {
  const through = new URL(url)
  const proxy = await startProxy({ host: through.hostname, port: Number(through.port) })
  through.host = `127.0.0.1:${proxy.port}`
  return { url: through.href, proxy }
}
