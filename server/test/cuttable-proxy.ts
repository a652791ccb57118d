// A TCP proxy in front of a server, which tests cut off and let back: a network that fails without anybody's doing.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface CuttableProxy {
  port: number
  /** Ends every line and refuses new ones. */
  cut(): Promise<void>
  /** Takes new lines again, on the same port. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Listens on a free port of 127.0.0.1 for one target. */
export const startProxy = async (target: { host: string; port: number }): Promise<CuttableProxy> => {
  const lines = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(target)
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming]
    ] as const) {
      lines.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        lines.delete(from)
        to.destroy()
      })
    }
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
    for (const line of lines) line.resetAndDestroy()
    await closed
  }
  const port = await listen(0)
  return { port, cut, restore: async () => void (await listen(port)), close: cut }
}

/** The proxy for a PostgreSQL address, and the address that goes through it. */
export const proxyDatabase = async (url: string): Promise<{ url: string; proxy: CuttableProxy }> => {
  const through = new URL(url)
  const proxy = await startProxy({ host: through.hostname, port: Number(through.port) })
  through.host = `127.0.0.1:${proxy.port}`
  return { url: through.href, proxy }
}
