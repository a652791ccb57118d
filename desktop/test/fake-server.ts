// A server inside the page: answers endpoint values at the network's edge, checks both ends against the contract.
import { AppError, errorStatus } from '@guiche/shared/kernel/app-error.ts'
import type { Endpoint, EndpointReply, EndpointRequest } from '@guiche/shared/kernel/endpoint.ts'
import { fakeRequest, type RawAnswer, type RawRequest } from './fake-request.ts'
import { createFakeLine, type FakeLine } from './fake-socket.ts'

export interface FakeCall<E extends Endpoint> extends EndpointRequest<E> {
  /** Bearer token of the call, or null. */
  token: string | null
  /** Fields of a multipart call. */
  form: FormData | null
  withCredentials: boolean
}

type Handler<E extends Endpoint> = (call: FakeCall<E>) => EndpointReply<E> | Promise<EndpointReply<E>>

export interface FakeServer {
  /** Answers an endpoint from now on; throw an AppError to refuse. */
  on: <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void
  /** Calls of an endpoint so far. */
  callsOf: (endpoint: Endpoint) => FakeCall<Endpoint>[]
  /** The realtime side. */
  line: FakeLine
  /** While true, nothing answers: as if the network were down. */
  setDown: (isDown: boolean) => void
  /** Milliseconds by which its clock is behind the page's. */
  setBehind: (milliseconds: number) => void
  /** Calls that no handler answered. */
  unanswered: string[]
  restore: () => void
}

interface Route {
  endpoint: Endpoint
  pattern: RegExp
  handler: Handler<Endpoint>
  calls: FakeCall<Endpoint>[]
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`)

/** Literal paths win over those with parameters, as on the server. */
const rank = ({ endpoint }: Route): number => (endpoint.path.match(/:/g) ?? []).length

function refusal(error: AppError): RawAnswer {
  return {
    status: errorStatus[error.code],
    text: JSON.stringify({
      error: error.details.errorText ?? error.code,
      fields: error.details.fields,
      values: error.details.values
    })
  }
}

/** Puts the server between the page and the network until `restore`. */
export function startFakeServer(): FakeServer {
  const routes: Route[] = []
  const unanswered: string[] = []
  const line = createFakeLine()
  let isDown = false
  let behind = 0

  const answer = async (request: RawRequest): Promise<RawAnswer> => {
    const route = routes
      .filter(({ endpoint, pattern }) => endpoint.method === request.method && pattern.test(request.url.pathname))
      .toSorted((a, b) => rank(a) - rank(b))[0]
    if (!route) {
      unanswered.push(`${request.method} ${request.url.pathname}`)
      return { status: 404, text: '{"error":"ERR_NOT_FOUND"}' }
    }
    const { endpoint } = route
    const params = route.pattern.exec(request.url.pathname)?.groups ?? {}
    const decoded = Object.fromEntries(Object.entries(params).map(([key, value]) => [key, decodeURIComponent(value)]))
    const json: unknown = typeof request.body === 'string' ? JSON.parse(request.body) : undefined
    const call: FakeCall<Endpoint> = {
      params: endpoint.params?.parse(decoded),
      query: endpoint.query?.parse(Object.fromEntries(request.url.searchParams)),
      body: request.body instanceof FormData ? undefined : endpoint.body?.parse(json ?? {}),
      token: request.headers.get('authorization')?.replace('Bearer ', '') ?? null,
      form: request.body instanceof FormData ? request.body : null,
      withCredentials: request.withCredentials
    }
    route.calls.push(call)
    try {
      return { status: 200, text: JSON.stringify(endpoint.response.parse(await route.handler(call))) }
    } catch (error) {
      if (error instanceof AppError) return refusal(error)
      throw error
    }
  }

  const restoreRequests = fakeRequest(
    async (request) => {
      if (isDown) throw new TypeError('Failed to fetch')
      return answer(request)
    },
    () => Date.now() - behind
  )
  return {
    on: (endpoint, handler) => {
      const known = routes.find((route) => route.endpoint === endpoint)
      if (known) known.handler = handler as never
      else routes.push({ endpoint, pattern: patternOf(endpoint.path), handler: handler as never, calls: [] })
    },
    callsOf: (endpoint) => routes.find((route) => route.endpoint === endpoint)?.calls ?? [],
    line,
    setDown: (down) => {
      isDown = down
      line.setDown(down)
    },
    setBehind: (milliseconds) => {
      behind = milliseconds
    },
    unanswered,
    restore: () => {
      restoreRequests()
      line.restore()
    }
  }
}
