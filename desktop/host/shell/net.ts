// The network of the main process: Electron's requests on Node's, with Chromium's words for what goes wrong.
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { like, strict } from '../strict.ts'

const chromiumNames: Record<string, string> = {
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ENOTFOUND: 'ERR_NAME_NOT_RESOLVED',
  EAI_AGAIN: 'ERR_NAME_NOT_RESOLVED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_INTERNET_DISCONNECTED',
  EPROTO: 'ERR_SSL_PROTOCOL_ERROR',
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID'
}
const inChromiumsWords = (error: NodeJS.ErrnoException): Error =>
  new Error(`net::${chromiumNames[error.code ?? ''] ?? 'ERR_FAILED'}`, { cause: error })

const mostRedirects = 20

/** The request of `net.request`: events `response`, `redirect`, `error`, `abort`, `close`. */
class HostRequest extends EventEmitter {
  readonly #options: Electron.ClientRequestConstructorOptions
  readonly #headers: Record<string, string>
  readonly #body: Buffer[] = []
  #running: ClientRequest | undefined
  #isAborted = false
  #isFollowed = false

  constructor(given: Electron.ClientRequestConstructorOptions | string) {
    super()
    this.#options = typeof given === 'string' ? { url: given } : given
    this.#headers = { ...(this.#options.headers as Record<string, string> | undefined) }
  }
  setHeader(name: string, value: string): void {
    this.#headers[name] = value
  }
  getHeader(name: string): string {
    return this.#headers[name] ?? ''
  }
  removeHeader(name: string): void {
    Reflect.deleteProperty(this.#headers, name)
  }
  write(chunk: string | Buffer): void {
    this.#body.push(Buffer.from(chunk))
  }
  end(chunk?: string | Buffer): this {
    if (chunk !== undefined) this.write(chunk)
    const { protocol = 'http:', hostname, host, port, path = '/' } = this.#options
    const url = this.#options.url ?? `${protocol}//${host ?? `${hostname}${port ? `:${port}` : ''}`}${path}`
    this.#send(new URL(url), this.#options.method ?? 'GET', 0)
    return this
  }
  abort(): void {
    this.#isAborted = true
    this.#running?.destroy()
    this.emit('abort')
    this.emit('close')
  }
  followRedirect(): void {
    this.#isFollowed = true
  }

  #send(url: URL, method: string, redirects: number): void {
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest
    const running = request(url, { method, headers: this.#headers })
    this.#running = running
    running.on('response', (response) => this.#receive(url, method, redirects, response))
    running.on('error', (error) => this.#fail(inChromiumsWords(error)))
    running.end(Buffer.concat(this.#body))
  }
  #fail(error: Error): void {
    if (!this.#isAborted) this.emit('error', error)
    this.emit('close')
  }
  #receive(url: URL, method: string, redirects: number, response: IncomingMessage): void {
    const { statusCode = 0, headers } = response
    if (statusCode < 300 || statusCode > 399 || headers.location === undefined) {
      response.on('end', () => this.emit('close'))
      this.emit('response', response)
      return
    }
    response.resume()
    const next = new URL(headers.location, url)
    const mode = this.#options.redirect ?? 'follow'
    this.#isFollowed = mode === 'follow'
    if (mode !== 'error') this.emit('redirect', statusCode, method, next.href, headers)
    if (!this.#isFollowed || redirects === mostRedirects) {
      this.#fail(new Error(mode === 'manual' ? 'Redirect was cancelled' : 'net::ERR_UNEXPECTED_REDIRECT'))
    } else this.#send(next, statusCode === 307 || statusCode === 308 ? method : 'GET', redirects + 1)
  }
}
undefined as unknown as HostRequest satisfies Pick<
  Electron.ClientRequest,
  'setHeader' | 'getHeader' | 'removeHeader' | 'abort' | 'followRedirect'
>

export const net = like<Electron.Net, 'isOnline' | 'online', 'request' | 'fetch'>()(
  strict('net', {
    request: (options: Electron.ClientRequestConstructorOptions | string) => new HostRequest(options),
    fetch: async (input: string | GlobalRequest, init?: RequestInit) => {
      const url = typeof input === 'string' ? input : input.url
      return url.startsWith('file:') ? new Response(readFileSync(new URL(url))) : fetch(input, init)
    },
    isOnline: () => true,
    online: true
  })
)
