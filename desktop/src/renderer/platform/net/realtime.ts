// The realtime line: one socket a company and user, joins after `ready`, events in order, catching up after gaps.
import { io, type Socket } from 'socket.io-client'
import { create } from 'zustand'
import { errorStatus, isErrorCode } from '@guiche/shared/kernel/app-error.ts'
import type { ReceivedPayload, WireEvent } from '@guiche/shared/kernel/wire-event.ts'
import { contractField, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import { woke } from '#bridge/shell-channels.ts'
import { onNotice } from '../device/bridge.ts'
import { noteMissed } from './as-of.ts'
import { endsSoon, readToken, tokenAfter } from './access-token.ts'
import { ApiError, hasCode } from './api-error.ts'
import { createEventBatch } from './event-batch.ts'
import { createEventListeners } from './event-listeners.ts'
import { createEventOrder, type NumberedEvent } from './event-order.ts'
import { call, endSession } from './http.ts'
import { createJoinedRooms } from './joined-rooms.ts'
import { createListeners } from './listeners.ts'
import { serverAddress } from '../session/server-address.ts'

/** Milliseconds between two announcements that the person is here. */
const statusInterval = 5 * 60_000
/** Milliseconds before a line that the server closed is opened again. */
const reopenDelay = 1_000

interface RealtimeState {
  state: 'idle' | 'connecting' | 'online' | 'offline'
  /** Milliseconds since 1970 at which the line was lost. */
  offlineSince: number | null
  /** From when what is shown is, as long as there has been no line since the start. */
  snapshotAt: number | null
}
export const useRealtime = create<RealtimeState>(() => ({ state: 'idle', offlineSince: null, snapshotAt: null }))

const listeners = createEventListeners()
const rooms = createJoinedRooms()
const reload = createListeners()

/** The line of one person at one server. */
interface Line {
  key: string
  companyId: number
  socket: Socket
  /** The server has greeted it once. */
  wasReady: boolean
  statusTimer: ReturnType<typeof setInterval>
}
let line: Line | null = null

const order = createEventOrder({
  deliver: ({ name, payload, seq }) =>
    line && listeners.deliver(line.companyId, name, seq === undefined ? payload : { ...(payload as object), seq }),
  fetchAfter: (after) => call(syncEvents, { query: { after } }),
  reload: reload.notify,
  isTooOld: (error) => hasCode(error, 'ERR_SYNC_TOO_OLD')
})
const batch = createEventBatch<NumberedEvent>(order.receive)

/** Listens to an event of the signed-in company. Returns the way to stop. */
export const listen = <E extends WireEvent>(event: E, fn: (payload: ReceivedPayload<E>) => void): (() => void) =>
  listeners.add(event, fn)

/** Calls back when what was loaded can no longer be brought up to date by events. Returns the way to stop. */
export const onReload = reload.add

/** Has everything asked for again that is loaded. */
export function reloadEverything(): void {
  noteMissed()
  reload.notify()
}

/** Calls back when the line is there, or there again: for what could not be had without it. Returns the way to stop. */
export function onOnline(fn: () => void): () => void {
  return useRealtime.subscribe((now, before) => {
    if (now.state === 'online' && before.state !== 'online') fn()
  })
}

/** Joins a room by the names of legacy clients (`joinChatBox`, `joinTickets`, `joinNotification`) until the answer is called. */
export const join = (name: `join${string}`, ...args: string[]): (() => void) =>
  rooms.join(name, args, () => (line?.wasReady ? line.socket.emit.bind(line.socket) : undefined))

/** Nothing up to this number of the company's order is missing here; null before that is known. */
export const eventPosition = (): number | null => order.place()

/** What is shown is a picture of the past; the server has not been reached yet. */
export const startOffline = (snapshotAt: number): void =>
  useRealtime.setState({ state: 'offline', offlineSince: snapshotAt, snapshotAt })

const goOffline = (): void =>
  useRealtime.setState((now) => ({ state: 'offline', offlineSince: now.offlineSince ?? Date.now() }))

/** Whether the server refused a line for its token or its login, and not for what passes by itself. */
const isTokenRefusal = (code: string): boolean => isErrorCode(code) && [401, 403].includes(errorStatus[code])

/** A line that the server refused or closed is opened with a fresh token, unless the login is over. */
function reopen(socket: Socket, isTokenRefused: boolean): void {
  setTimeout(() => {
    if (line?.socket !== socket) return
    void (isTokenRefused ? tokenAfter(readToken()) : Promise.resolve()).then(
      () => socket.connect(),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 401) endSession(error)
        else reopen(socket, isTokenRefused)
      }
    )
  }, reopenDelay)
}

function becomeReady(ready: Line, seq: unknown): void {
  const { socket } = ready
  batch.flush()
  useRealtime.setState({ state: 'online', offlineSince: null, snapshotAt: null })
  rooms.joinAll((name, ...args) => socket.emit(name, ...args))
  socket.emit('userStatus')
  ready.wasReady = true
  if (order.isStarted()) {
    // The rooms were joined before the number was read: where it is the one known here, nothing was missed.
    if (seq !== order.place()) void order.catchUp()
  } else {
    if (typeof seq === 'number') order.startAt(seq)
    // What was loaded before the line was open may have changed meanwhile.
    reloadEverything()
  }
}

function newSocket(): Socket {
  return io(serverAddress(), {
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    auth: (give) => {
      const token = readToken()
      const fresh = endsSoon(token) ? tokenAfter(token).catch(() => token) : Promise.resolve(token)
      void fresh.then((value) => give({ token: value ?? '', [contractField]: contractVersion }))
    }
  })
}

/**
 * Opens the line for a user; the line of another user is closed first. `after` is the place in the order up to which
 * everything is here already, or will be loaded from now on: what came after it is fetched.
 */
export function openRealtime(user: { id: number; companyId: number }, after: number | null = null): void {
  const key = `${serverAddress()} ${user.companyId} ${user.id}`
  if (key === line?.key) return
  closeRealtime()
  if (after !== null) order.startAt(after)
  useRealtime.setState({ state: 'connecting', offlineSince: null })
  const socket = newSocket()
  const statusTimer = setInterval(() => socket.emit('userStatus'), statusInterval)
  const opened: Line = { key, companyId: user.companyId, socket, wasReady: false, statusTimer }
  line = opened
  socket.on('ready', (greeting?: { seq?: number }) => becomeReady(opened, greeting?.seq))
  socket.on('disconnect', (reason) => {
    goOffline()
    if (reason === 'io server disconnect') reopen(socket, false)
  })
  socket.on('connect_error', (error) => {
    goOffline()
    // Socket.IO tries again by itself after a transport error, but not after a refusal.
    if (!socket.active) reopen(socket, isTokenRefusal(error.message))
  })
  socket.onAny((name: string, payload: unknown) => {
    if (name === 'ready') return
    const seq = (payload as { seq?: unknown } | null)?.seq
    batch.add({ name, payload, seq: typeof seq === 'number' ? seq : undefined })
  })
}

/** The network is back, or somebody looks again: no more waiting for the next attempt. */
function hurry(): void {
  if (useRealtime.getState().state === 'offline' && document.visibilityState === 'visible' && navigator.onLine) {
    line?.socket.disconnect().connect()
  }
}
window.addEventListener('online', hurry)

/** After sleep a line looks open and is dead, which a timeout would show much later: the shell says when to look. */
export function followWake(): () => void {
  return onNotice(woke, () => {
    if (useRealtime.getState().state !== 'connecting') line?.socket.disconnect().connect()
  })
}
document.addEventListener('visibilitychange', hurry)

/** Closes the line and forgets the place in the order. */
export function closeRealtime(): void {
  clearInterval(line?.statusTimer)
  line?.socket.removeAllListeners()
  line?.socket.disconnect()
  line = null
  batch.drop()
  order.reset()
  useRealtime.setState({ state: 'idle', offlineSince: null, snapshotAt: null })
}
