// Calls endpoints of a server under test without a network.
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { ErrorBody } from '@guiche/shared/kernel/app-error.ts'
import { contractHeader, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import type { Endpoint, EndpointInput, EndpointResult } from '@guiche/shared/kernel/endpoint.ts'

export interface Answer<E extends Endpoint> {
  status: number
  /** Of an accepted call; a refused one has `error`. */
  body: EndpointResult<E>
  /** The code of a refused call. */
  error: string | undefined
  refusal: ErrorBody | undefined
  raw: LightMyRequestResponse
}

export interface CallOptions {
  token?: string | undefined
  /** The refresh token. */
  cookie?: string | undefined
  /** Address the call comes from. */
  from?: string | undefined
  headers?: Record<string, string>
}

/** The address of a call: parameters and query filled in. */
export function pathOf(endpoint: Pick<Endpoint, 'path'>, input: { params?: unknown; query?: unknown } = {}): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined
  )
  const query = new URLSearchParams(
    given.map(([key, value]): [string, string] => [key, typeof value === 'string' ? value : JSON.stringify(value)])
  )
  return query.size > 0 ? `${path}?${query.toString()}` : path
}

/** Calls an endpoint; never throws for a refusal. */
export async function injectCall<E extends Endpoint>(
  http: FastifyInstance,
  endpoint: E,
  input: EndpointInput<E> = {},
  { token, cookie, from, headers = {} }: CallOptions = {}
): Promise<Answer<E>> {
  const raw = await http.inject({
    method: endpoint.method,
    url: pathOf(endpoint, input),
    remoteAddress: from ?? '127.0.0.1',
    headers: {
      [contractHeader]: contractVersion,
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers
    },
    ...(cookie === undefined ? {} : { cookies: { jrt: cookie } }),
    ...(input.body === undefined ? {} : { payload: JSON.stringify(input.body) })
  })
  const body: unknown = raw.body === '' ? undefined : JSON.parse(raw.body)
  const isRefused = raw.statusCode >= 400
  return {
    status: raw.statusCode,
    body: body as EndpointResult<E>,
    error: isRefused ? (body as ErrorBody).error : undefined,
    refusal: isRefused ? (body as ErrorBody) : undefined,
    raw
  }
}
