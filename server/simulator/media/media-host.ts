// The media host: https on loopback, takes uploads of the desk and serves what customers sent, with faults on demand.
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import type { Certificate } from '../wire/certificates.ts'
import { faultsFor } from '../faults/faults.ts'
import type { SimulatorState } from '../model.ts'

const SLOW_CHUNK = 1024
const SLOW_PAUSE_MS = 200

export async function startMediaHost(state: SimulatorState, certificate: Certificate, port: number): Promise<Server> {
  const server = createServer({ key: certificate.key, cert: certificate.cert }, (request, response) => {
    handle(state, request, response).catch((error: Error) => {
      state.log(`media host: ${error.message}`)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  state.mediaHost = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return server
}

async function handle(state: SimulatorState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'https://localhost')
  if (request.method === 'POST') return upload(state, request, response, pathname)
  if (pathname.startsWith('/pps/')) return profileAvatar(state, response, pathname.slice(5))
  return download(state, response, pathname)
}

async function upload(
  state: SimulatorState,
  request: IncomingMessage,
  response: ServerResponse,
  path: string
): Promise<void> {
  const { uploadFailure, media } = faultsFor(state.faults)
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  if (uploadFailure) {
    response.writeHead(uploadFailure).end('{}')
    return
  }
  if (media === 'endless') return
  const kind = path.split('/')[2] ?? 'document'
  const directPath = `/v/t62/up/${randomBytes(12).toString('hex')}.enc`
  state.blobs.set(directPath, Buffer.concat(parts))
  state.log(`upload of ${kind}, ${Buffer.concat(parts).length} bytes`)
  const body = { url: `https://${state.mediaHost}${directPath}?oh=sim`, direct_path: `${directPath}?oh=sim` }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function profileAvatar(state: SimulatorState, response: ServerResponse, id: string): void {
  const picture = [...state.customers.values()].find((customer) => customer.picture?.id === id)?.picture
  if (picture) response.writeHead(200, { 'content-type': picture.mime }).end(picture.data)
  else response.writeHead(404).end()
}

async function download(state: SimulatorState, response: ServerResponse, path: string): Promise<void> {
  const { media } = faultsFor(state.faults)
  const blob = state.blobs.get(path)
  if (!blob) {
    response.writeHead(404).end()
    return
  }
  if (media === 'gone' && !path.includes('/re/')) {
    response.writeHead(410).end()
    return
  }
  const body = media === 'wrong-hash' ? spoiled(blob) : blob
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': String(body.length) })
  if (media === 'endless') {
    // Some bytes, then silence: the other side has to give up by itself.
    response.write(body.subarray(0, Math.min(64, body.length - 1)))
    const untilCleared = setInterval(() => {
      if (faultsFor(state.faults).media !== 'endless') response.destroy()
    }, 100)
    response.on('close', () => clearInterval(untilCleared))
    return
  }
  if (media === 'broken') {
    response.write(body.subarray(0, body.length >> 1), () => response.destroy())
    return
  }
  if (media !== 'slow') {
    response.end(body)
    return
  }
  for (let offset = 0; offset < body.length && !response.destroyed; offset += SLOW_CHUNK) {
    response.write(body.subarray(offset, offset + SLOW_CHUNK))
    await new Promise((resolve) => setTimeout(resolve, SLOW_PAUSE_MS))
  }
  response.end()
}

function spoiled(blob: Buffer): Buffer {
  const copy = Buffer.from(blob)
  copy[copy.length >> 1]! ^= 0xff
  return copy
}
