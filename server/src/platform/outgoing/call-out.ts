// Calls to addresses that companies name: never to the house's own network, never on to where an answer points.
import { lookup as lookUp, type LookupAddress, type LookupOptions } from 'node:dns'
import { Agent, request as requestPlain, type IncomingMessage } from 'node:http'
import { Agent as SecureAgent, request as requestSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isInternal } from './internal-addresses.ts'
import { networksOpenTo } from './outgoing-rules.ts'

/** What kept a call from being answered. */
export type CallFailure = 'address' | 'internal' | 'unreachable' | 'timeout'

/** Thrown when there is no answer; an answer of any status is none. */
export class CallOutError extends Error {
  readonly failure: CallFailure

  constructor(failure: CallFailure, message: string) {
    super(message)
    this.failure = failure
  }
}

interface OutgoingCall {
  url: string
  headers: Record<string, string>
  body: string
  /** Milliseconds for everything together. */
  timeout: number
}

interface OutgoingAnswer {
  status: number
  /** Its beginning. */
  text: string
}

interface Exchange {
  method: string
  headers: Record<string, string>
  body: string | Buffer
  signal: AbortSignal
  /** Bytes of the answer that are read. */
  most: number
}

/** In whose name a call goes out. */
export interface OutgoingCaller {
  config: { outgoingAllow: string[] }
  companyId: number
}

/** Bytes of an answer that are read where its beginning is enough. */
const mostRead = 4_096

const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }

/** Networks of the house that this call may reach. */
function openNetworks({ config, companyId }: OutgoingCaller, url: URL): string[] {
  const port = url.port === '' ? (defaultPorts[url.protocol] ?? 0) : Number(url.port)
  return networksOpenTo(config.outgoingAllow, { companyId, host: hostOf(url), port })
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '')

/** The address, when it may be called as far as it says itself. Errors: CallOutError address, internal. */
export function checkAddress(caller: OutgoingCaller, text: string): URL {
  if (!URL.canParse(text)) throw new CallOutError('address', 'this is no address')
  const url = new URL(text)
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new CallOutError('address', 'only http and https, without a name and a password')
  }
  const host = hostOf(url)
  if (isIP(host) !== 0 && isInternal(host, openNetworks(caller, url)))
    throw new CallOutError('internal', `${host} is internal`)
  return url
}

/** Looks a name up and leaves out what is internal: the socket connects to what is answered here and to nothing else. */
function guardedLookup(allowed: readonly string[]): LookupFunction {
  return (host, options: LookupOptions, answer) => {
    lookUp(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return answer(error, '')
      const open = found.filter(({ address }) => !isInternal(address, allowed))
      const [first] = open
      if (!first) return answer(new CallOutError('internal', `${host} is internal`), '')
      if (options.all) answer(null, open)
      else answer(null, first.address, first.family)
    })
  }
}

async function readBeginning(answer: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  return Buffer.concat(chunks).subarray(0, most)
}

/** A character that was cut in two, and what a database cannot store, are left out. */
const textOf = (bytes: Buffer): string => bytes.toString('utf8').replaceAll('\u0000', '').toWellFormed()

function failureOf(error: unknown, isLate: boolean): CallOutError {
  if (error instanceof CallOutError) return error
  if (isLate) return new CallOutError('timeout', 'no answer in time')
  const { message, code } = error as NodeJS.ErrnoException
  return new CallOutError('unreachable', code ?? message)
}

/** One call and its answer. A redirection is an answer like any other. Errors: CallOutError. */
async function exchange(caller: OutgoingCaller, text: string, { method, headers, body, signal, most }: Exchange) {
  const url = checkAddress(caller, text)
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  try {
    const answer = await new Promise<IncomingMessage>((done, fail) => {
      const sent = request(
        url,
        {
          method,
          headers: method === 'GET' ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
          // A line of its own for each call: a kept one could lead to where the name led before.
          agent: false,
          lookup: guardedLookup(openNetworks(caller, url)),
          signal
        },
        done
      )
      sent.on('error', fail)
      sent.end(body)
    })
    return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: await readBeginning(answer, most) }
  } catch (error) {
    throw failureOf(error, signal.aborted)
  }
}

/** Posts a body. Errors: CallOutError. */
export async function callOut(
  caller: OutgoingCaller,
  { url, headers, body, timeout }: OutgoingCall
): Promise<OutgoingAnswer> {
  const signal = AbortSignal.timeout(timeout)
  const { status, bytes } = await exchange(caller, url, { method: 'POST', headers, body, signal, most: mostRead })
  return { status, text: textOf(bytes) }
}

/**
 * `fetch` with the same guard, for libraries that bring their own calls; answers are read whole, up to `most` bytes, within
 * `timeout` milliseconds. Errors: CallOutError.
 */
export function fetchOut(caller: OutgoingCaller, { most, timeout }: { most: number; timeout: number }): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const limits = [AbortSignal.timeout(timeout), request.signal]
    const { status, headers, bytes } = await exchange(caller, request.url, {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      body: Buffer.from(await request.arrayBuffer()),
      signal: AbortSignal.any(limits),
      most
    })
    const given = Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]]
    )
    const isEmpty = status === 204 || status === 304 || status < 200
    return new Response(isEmpty ? null : Uint8Array.from(bytes), {
      status: status < 200 ? 502 : status,
      headers: given as [string, string][]
    })
  }
}

/**
 * Agents with the same guard, for libraries that open connections by themselves and follow no redirection: their sockets go
 * to this address alone. Whoever asks for them destroys them. Errors: CallOutError address, internal.
 */
export function guardedAgents(caller: OutgoingCaller, text: string): { httpAgent: Agent; httpsAgent: SecureAgent } {
  const lookup = guardedLookup(openNetworks(caller, checkAddress(caller, text)))
  const options = { lookup, keepAlive: true }
  return { httpAgent: new Agent(options), httpsAgent: new SecureAgent(options) }
}
