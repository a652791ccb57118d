// A person at the desk, over HTTP and a socket, as a console is.
import { io, type Socket } from 'socket.io-client'
import { login } from '@guiche/shared/features/org/auth.ts'
import { contractField, contractHeader, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import type { Endpoint, EndpointInput, EndpointResult } from '@guiche/shared/kernel/endpoint.ts'

/** A refused call. */
export class Refusal extends Error {
  readonly status: number
  readonly body: { error?: string; fields?: Record<string, string>; values?: Record<string, unknown> }

  constructor(status: number, body: unknown) {
    super(`${status} ${JSON.stringify(body)}`)
    this.status = status
    this.body = body as Refusal['body']
  }
}

export interface TestClient {
  call<E extends Endpoint>(endpoint: E, input?: EndpointInput<E>): Promise<EndpointResult<E>>
  upload(path: string, form: FormData): Promise<Response>
  token(): string
  user: { id: number; companyId: number }
  /** Connects a socket and waits until the server says it is ready. */
  socket(): Promise<Socket>
}

function addressOf(url: string, endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = (input.params ?? {}) as Record<string, string | number>
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams(
    Object.entries((input.query ?? {}) as Record<string, unknown>).map(([key, value]): [string, string] => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value)
    ])
  )
  return `${url}${path}${query.size > 0 ? `?${query.toString()}` : ''}`
}

/** Calls an endpoint without a login. Errors: Refusal. */
export async function callServer<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: EndpointInput<E> = {},
  token?: string
): Promise<EndpointResult<E>> {
  const isForm = input.body instanceof FormData
  const answer = await fetch(addressOf(url, endpoint, input), {
    method: endpoint.method,
    headers: {
      [contractHeader]: contractVersion,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(input.body === undefined || isForm ? {} : { 'content-type': 'application/json' })
    },
    ...(input.body === undefined ? {} : { body: isForm ? (input.body as never) : JSON.stringify(input.body) })
  })
  const body: unknown = await answer.json().catch(() => null)
  if (!answer.ok) throw new Refusal(answer.status, body)
  return body as EndpointResult<E>
}

/** Signs in. Errors: Refusal. */
export async function signIn(url: string, email: string, password: string): Promise<TestClient> {
  const first = await callServer(url, login, { body: { email, password } })
  const { user } = first
  let { token } = first
  // Access tokens last for minutes: a long test signs in again.
  const signedInAt = Date.now()
  const fresh = async () => {
    if (Date.now() - signedInAt > 12 * 60_000) ({ token } = await callServer(url, login, { body: { email, password } }))
    return token
  }
  return {
    user: { id: user.id, companyId: user.companyId },
    token: () => token,
    call: async (endpoint, input = {}) => callServer(url, endpoint, input, await fresh()),
    upload: async (path, form) =>
      fetch(`${url}${path}`, { method: 'POST', headers: { authorization: `Bearer ${await fresh()}` }, body: form }),
    socket: () =>
      new Promise((resolve, reject) => {
        const socket = io(url, {
          transports: ['websocket'],
          auth: { token, [contractField]: contractVersion },
          reconnection: true,
          reconnectionDelay: 100,
          reconnectionDelayMax: 300
        })
        socket.on('ready', () => resolve(socket))
        socket.on('connect_error', (error) => (socket.active ? undefined : reject(error)))
      })
  }
}
