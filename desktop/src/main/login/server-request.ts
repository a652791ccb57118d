// Requests of the main process to a server, over Chromium's network: its proxies, its certificates. Never follows elsewhere.
import { contractHeader, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import { net } from 'electron'

/** Milliseconds without a whole answer after which a request gives up. */
const usualPatience = 20_000
/** Bytes of an answer; ours are far smaller, and so is what is kept of media. */
const largest = 2_000_000

export interface ServerRequest {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  json?: unknown
  headers?: Record<string, string>
  /** Milliseconds. */
  patience?: number
}

export interface ServerResponse {
  /** 0 when no answer came. */
  status: number
  body: Buffer
  /** As the server calls the body, in small letters; null when it does not say. */
  type: string | null
  /** Values of `Set-Cookie`. */
  cookies: string[]
  /** Where the server points instead, of an answer that redirects. */
  location: string | null
  /** Chromium's word for what went wrong, `timeout` or `too-large`, or null. */
  failure: string | null
}

export type Send = (request: ServerRequest) => Promise<ServerResponse>

function failed(failure: string): ServerResponse {
  return {
    status: 0,
    body: Buffer.alloc(0),
    type: null,
    cookies: [],
    location: null,
    failure
  }
}

/** Sends a request; resolves also when no answer came. */
export const sendRequest: Send = ({ method, url, json, headers = {}, patience = usualPatience }) =>
  new Promise((resolve) => {
    const request = net.request({ method, url, redirect: 'manual', cache: 'no-store' })
    const end = (response: ServerResponse) => {
      clearTimeout(timer)
      resolve(response)
    }
    const give = (failure: string) => {
      end(failed(failure))
      request.abort()
    }
    const timer = setTimeout(() => give('timeout'), patience)
    request.setHeader(contractHeader, contractVersion)
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    if (json !== undefined) request.setHeader('content-type', 'application/json')
    request.on('redirect', (status, _method, location) => {
      end({ ...failed(''), status, location, failure: null })
      request.abort()
    })
    request.on('error', (error) => end(failed(/net::\w+/.exec(error.message)?.[0] ?? 'net::ERR_FAILED')))
    request.on('response', (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        size += part.length
        if (size > largest) give('too-large')
        else parts.push(part)
      })
      response.on('error', () => give('net::ERR_CONNECTION_CLOSED'))
      response.on('aborted', () => give('net::ERR_CONNECTION_CLOSED'))
      response.on('end', () =>
        end({
          status: response.statusCode,
          body: Buffer.concat(parts),
          type: [response.headers['content-type'] ?? []].flat()[0]?.toLowerCase() ?? null,
          cookies: [response.headers['set-cookie'] ?? []].flat(),
          location: null,
          failure: null
        })
      )
    })
    request.end(json === undefined ? undefined : JSON.stringify(json))
  })
