// A console of another make (AtendeChat 6.0.0 and its kin): its calls as its screens make them, and how it reads answers.
import { expect } from 'vitest'
import type { TestApp } from '#test/server/build-test-app.ts'
import { connectSocket, type TestSocket } from '#test/server/test-socket.ts'

/** What it reads is its own affair: answers are looked at as they are. */
type Json = any

interface Further {
  query?: Record<string, string | number | boolean>
  body?: unknown
  form?: FormData
  /** Expected; 200 where it is left out. */
  status?: number
}

export interface OlderClient {
  /** Of the last login or refresh. */
  user(): Json
  /** Calls, and answers with the body as JSON. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, further?: Further): Promise<Json>
  login(): Promise<Json>
  refresh(): Promise<Json>
  /** Opens the socket as it does: with the token in `auth`, and its rooms once the server is ready. */
  listen(rooms?: [name: string, ...args: string[]][]): Promise<TestSocket>
  /** Payloads heard under a name, oldest first, once all that was sent has arrived. */
  heard(socket: TestSocket, name: string): Promise<Json[]>
}

/** A client of one person; nothing is sent before `login`. */
export function olderClient(app: TestApp, email: string, password: string): OlderClient {
  let token: string | null = null
  let cookie = ''
  let user: Json = null
  const call: OlderClient['call'] = async (method, path, { query = {}, body, form, status = 200 } = {}) => {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`])
    )
    const answer = await fetch(`${app.url}${path}${search.size > 0 ? `?${search.toString()}` : ''}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' })
      },
      ...(form ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await answer.text()
    expect([method, path, answer.status, answer.status === status ? '' : text]).toEqual([method, path, status, ''])
    cookie =
      answer.headers
        .getSetCookie()
        .find((one) => one.startsWith('jrt='))
        ?.split(';')[0] ?? cookie
    return text === '' ? null : JSON.parse(text)
  }
  const take = (reply: Json): Json => {
    ;({ token, user } = reply)
    return reply
  }
  return {
    user: () => user,
    call,
    login: async () => take(await call('POST', '/auth/login', { body: { email, password } })),
    refresh: async () => take(await call('POST', '/auth/refresh_token')),
    listen: async (rooms = []) => {
      const socket = await connectSocket(app, { token: token ?? '', id: user.id, companyId: user.companyId }, 'auth')
      for (const [name, ...args] of rooms) socket.say(name, ...args)
      return socket
    },
    heard: async (socket, name) => {
      await app.drain()
      await socket.settle()
      return socket.heard.filter((event) => event.name === name).map(({ payload }) => payload)
    }
  }
}

/** The ids of queues as boards read them. */
export const boardQueues = (user: Json): number[] => user.queues.map((queue: Json) => queue.UserQueue.queueId)

/** The number beside a chat. */
export const unreadsOf = (chat: Json, userId: number): number =>
  chat.users.find((member: Json) => member.userId === userId).unreads

/** True where it lets somebody in: it refuses whose company is not paid for, and knows none without a date. */
export const isLetIn = (reply: Json, now: Date): boolean =>
  new Date(reply.user.company.dueDate).getTime() > now.getTime()

/** One of its ticket lists: of one status, kept by events alone. */
export function listOf(tickets: Json[], status: string, events: Json[]): number[] {
  const ids = tickets.map(({ id }) => id as number)
  for (const event of events) {
    const id: number = event.action === 'update' ? event.ticket.id : event.ticketId
    const at = ids.indexOf(id)
    if (event.action === 'delete' && at !== -1) ids.splice(at, 1)
    if (event.action === 'update' && event.ticket.status === status && at === -1) ids.unshift(id)
  }
  return ids
}

/** A form with one file, as a browser sends it that knows no type for it. */
export function formWith(field: string, name: string, bytes: Uint8Array, more: [string, string][] = []): FormData {
  const form = new FormData()
  for (const [key, value] of more) form.append(key, value)
  form.append(field, new Blob([Buffer.from(bytes)]), name)
  return form
}

/** The smallest picture. */
export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
