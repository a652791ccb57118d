// Speaks as clamd does, on loopback: finds the EICAR test file, and misbehaves when a test says so.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { ScannerAddress } from '#platform/config/scanner-address.ts'

/** What every scanner takes for a virus, and nobody is harmed by. */
export const eicar = 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'

/**
 * `silent` takes everything and says nothing; `cut` hangs up on everybody; `limit` takes 100 bytes, `mute-limit` the same without
 * saying so. Else: what it answers.
 */
export type Manner = 'honest' | 'silent' | 'cut' | 'limit' | 'mute-limit' | { answer: string }

export interface ClamdStandIn {
  address: ScannerAddress
  /** What it took to the end, as text, oldest first. */
  files: string[]
  /** Lines that are open. */
  openLines(): number
  behave(manner: Manner): void
  close(): Promise<void>
}

interface Taken {
  content: Buffer
  isWhole: boolean
}

/** The pieces behind the command; null before the command is here. */
function takenOf(received: Buffer): Taken | null {
  const command = 'zINSTREAM\0'
  if (received.length < command.length) return null
  if (!received.toString('latin1').startsWith(command)) throw new Error('not a command that is known here')
  const pieces: Buffer[] = []
  for (let at = command.length; at + 4 <= received.length;) {
    const length = received.readUInt32BE(at)
    if (length === 0) return { content: Buffer.concat(pieces), isWhole: true }
    pieces.push(received.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return { content: Buffer.concat(pieces), isWhole: false }
}

function verdictOf(content: string, manner: Manner): string {
  if (typeof manner === 'object') return manner.answer
  return content.includes(eicar) ? 'stream: Eicar-Test FOUND' : 'stream: OK'
}

/** Listens on a port of 127.0.0.1, or on the socket at `path`. */
export async function startClamd(path?: string): Promise<ClamdStandIn> {
  const lines = new Set<Socket>()
  const files: string[] = []
  let manner: Manner = 'honest'
  const server = createServer((line) => {
    let received = Buffer.alloc(0)
    lines.add(line)
    line.on('close', () => lines.delete(line)).on('error', () => {})
    line.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (received.toString('latin1') === 'zPING\0' && manner !== 'cut') return void line.end('PONG\0')
      const taken = takenOf(received)
      if (!taken || manner === 'silent' || line.writableEnded) return
      const isMute = manner === 'mute-limit' && taken.content.length > 100
      if (isMute || (manner === 'cut' && taken.content.length > 0)) return void line.resetAndDestroy()
      if (manner === 'limit' && taken.content.length > 100) {
        return void line.end('INSTREAM size limit exceeded. ERROR\0')
      }
      if (!taken.isWhole) return
      const content = taken.content.toString('latin1')
      files.push(content)
      line.end(`${verdictOf(content, manner)}\0`)
    })
  })
  await new Promise<void>((ready) => {
    if (path === undefined) server.listen(0, '127.0.0.1', ready)
    else server.listen(path, ready)
  })
  return {
    address: path === undefined ? { host: '127.0.0.1', port: (server.address() as AddressInfo).port } : { path },
    files,
    openLines: () => lines.size,
    behave: (next) => {
      manner = next
    },
    close: async () => {
      for (const line of lines) line.destroy()
      await new Promise((closed) => server.close(closed))
    }
  }
}
