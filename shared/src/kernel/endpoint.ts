// A call between client and server as one value: declared once, mounted by the server, called by the client.
import type { z } from 'zod'
import type { Access, PermissionKey, PlanFlag } from './access.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schema = z.ZodType

export interface Endpoint<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema
> {
  method: Method
  /** Fastify style, `/tickets/:id`; the trailing-slash spelling is served as well. */
  path: `/${string}`
  access: Access
  permission?: PermissionKey
  planFlag?: PlanFlag
  params?: P
  query?: Q
  /** JSON body. With `multipart` it describes the JSON variant of the same call, if there is one. */
  body?: B
  /** True when the call takes multipart/form-data (besides JSON when `body` is given). */
  multipart?: boolean
  /** True where the file that comes is encrypted, so that a virus scanner would see nothing in it. */
  isEncryptedUpload?: boolean
  response: R
  /** One sentence for the API documentation. */
  summary?: string
  /** True for calls that may be served while the company is expired (reading, paying). */
  openWhenExpired?: boolean
  /**
   * Asks for a login of the last minutes or the caller's own password, as `currentPassword` in the body: always, or for
   * changes that let somebody else in.
   */
  recentLogin?: 'always' | 'sometimes'
  /** Calls a minute of one address, or of one program's token, where fewer are served than of other calls. */
  callsPerMinute?: number
  /**
   * What the call has to do with numbers of customers, which are hidden in every other answer from whoever may not see them:
   * it takes or gives many and is refused to those people (`needed`), or it is how one is looked at, and writes that down.
   */
  numbers?: 'needed' | 'revealed'
  /** True where the path carries people, codes or passwords, which no log shows. */
  hasSecretPath?: boolean
}

type Out<S> = NonNullable<S> extends Schema ? z.output<NonNullable<S>> : undefined
type In<S> = NonNullable<S> extends Schema ? z.input<NonNullable<S>> : undefined

/** What a server handler receives, after validation. */
export interface EndpointRequest<E extends Endpoint> {
  params: Out<E['params']>
  query: Out<E['query']>
  body: Out<E['body']>
}

/** What a client sends. */
export interface EndpointInput<E extends Endpoint> {
  params?: In<E['params']>
  query?: In<E['query']>
  body?: In<E['body']> | FormData
}

/** What a server handler returns (before the response schema strips unknown fields). */
export type EndpointReply<E extends Endpoint> = z.input<E['response']>
/** What a client gets. */
export type EndpointResult<E extends Endpoint> = z.output<E['response']>

interface FormData {
  append(name: string, value: unknown, fileName?: string): void
}

/** Declares an endpoint; the types of its schemas travel with the value. */
export const endpoint = <
  P extends Schema = z.ZodUndefined,
  Q extends Schema = z.ZodUndefined,
  B extends Schema = z.ZodUndefined,
  R extends Schema = Schema
>(
  definition: Endpoint<P, Q, B, R>
): Endpoint<P, Q, B, R> => definition
