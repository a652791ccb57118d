// The realtime line: one socket a company and user, joins after `ready`, events in order, catching up after gaps.
import { io, type Socket } from 'socket.io-client'
import { create } from 'zustand'
import type { ReceivedPayload, WireEvent } from '@guiche/shared/kernel/wire-event.ts'
import { contractField, contractVersion } from '@guiche/shared/kernel/contract-client.ts'
import { syncEvents } from '@guiche/shared/features/inbox/sync.ts'
import { woke } from '#bridge/shell-channels.ts'
import { hear } from '../device/bridge.ts'
import { endsSoon, readToken, tokenAfter } from './access-token.ts'
import { ApiError, hasCode } from './api-error.ts'
import { createEventOrder, type NumberedEvent } from './event-order.ts'
import { call, endSession } from './http.ts'
import { serverAddress } from '../session/server-address.ts'

/** Milliseconds between two announcements that the person is here. */
const statusInterval = 5 * 60_000
/** Milliseconds before a line that the server closed is opened again. */
const reopenDelay = 1_000
/**
 * Milliseconds of which the events are taken in together. Each time draws lists anew, and a busy desk hears hundreds a
 * second; whatever comes alone is taken in at once.
 */
const turnLength = 100

interface RealtimeState {
  state: 'idle' | 'connecting' | 'online' | 'offline'
  /** Milliseconds since 1970 at which the line was lost. */
  offlineSince: number | null
  /** From when what is shown is, as long as there has been no line since the start. */
  pictureAt: number | null
}
export const useRealtime = create<RealtimeState>(() => ({ state: 'idle', offlineSince: null, pictureAt: null }))

type Listener = (payload: never) => void
const listeners = new Map<WireEvent, Set<Listener>>()
const reloadListeners = new Set<() => void>()
const joins = new Map<string, { name: string; args: string[]; count: number }>()

let socket: Socket | null = null
let companyId = 0
let openFor = ''
let wasReady = false
let statusTimer: ReturnType<typeof setInterval> | undefined
let channels: Map<string, WireEvent> | null = null

function eventOf(name: string): WireEvent | undefined {
  channels ??= new Map([...listeners.keys()].map((event) => [event.channel(companyId), event]))
  return channels.get(name)
}

function deliver({ name, payload, seq }: NumberedEvent): void {
  const event = eventOf(name)
  if (!event) return
  const whole = seq === undefined ? payload : { ...(payload as object), seq }
  for (const fn of listeners.get(event) ?? []) fn(whole as never)
}

const order = createEventOrder({
  deliver,
  fetchAfter: (after) => call(syncEvents, { query: { after } }),
  reload: () => reloadEverything(),
  isTooOld: (error) => hasCode(error, 'ERR_SYNC_TOO_OLD')
})

let waiting: NumberedEvent[] = []
let lastTurn = 0
let turnTimer: ReturnType<typeof setTimeout> | undefined

function takeIn(): void {
  clearTimeout(turnTimer)
  turnTimer = undefined
  lastTurn = performance.now()
  for (const event of waiting.splice(0)) {
    try {
      order.receive(event)
    } catch (error) {
      // One that goes wrong must not take those behind it along.
      reportError(error)
    }
  }
}

function onEvent(event: NumberedEvent): void {
  waiting.push(event)
  const left = lastTurn + turnLength - performance.now()
  // Nothing is drawn in a hidden window, and its timers are slow.
  if (left <= 0 || document.visibilityState === 'hidden') takeIn()
  else turnTimer ??= setTimeout(takeIn, left)
}

/** Listens to an event of the signed-in company. Returns the way to stop. */
export function listen<E extends WireEvent>(event: E, fn: (payload: ReceivedPayload<E>) => void): () => void {
  const set = listeners.get(event) ?? new Set()
  listeners.set(event, set.add(fn))
  channels = null
  return () => {
    set.delete(fn)
  }
}

/** Calls back when what was loaded can no longer be brought up to date by events. Returns the way to stop. */
export function onReload(fn: () => void): () => void {
  reloadListeners.add(fn)
  return () => reloadListeners.delete(fn)
}

/** Has everything asked for again that is loaded. */
export const reloadEverything = (): void => reloadListeners.forEach((fn) => fn())

/** Calls back when the line is there, or there again: for what could not be had without it. Returns the way to stop. */
export function onOnline(fn: () => void): () => void {
  return useRealtime.subscribe((now, before) => {
    if (now.state === 'online' && before.state !== 'online') fn()
  })
}

/** Joins a room by the family's names (`joinChatBox`, `joinTickets`, `joinNotification`) until the answer is called. */
export function join(name: `join${string}`, ...args: string[]): () => void {
  const key = JSON.stringify([name, ...args])
  const present = joins.get(key) ?? { name, args, count: 0 }
  joins.set(key, { ...present, count: present.count + 1 })
  if (present.count === 0 && wasReady) socket?.emit(name, ...args)
  let isJoined = true
  return () => {
    if (!isJoined) return
    isJoined = false
    const left = joins.get(key)
    if (left && left.count > 1) joins.set(key, { ...left, count: left.count - 1 })
    else {
      joins.delete(key)
      socket?.emit(name.replace('join', 'leave'), ...args)
    }
  }
}

/** Nothing up to this number of the company's order is missing here; null before that is known. */
export const eventPosition = (): number | null => order.place()

/** What is shown is a picture of the past; the server has not been reached yet. */
export const startOffline = (pictureAt: number): void =>
  useRealtime.setState({ state: 'offline', offlineSince: pictureAt, pictureAt })

const goOffline = (): void =>
  useRealtime.setState((now) => ({ state: 'offline', offlineSince: now.offlineSince ?? Date.now() }))

/** A line that the server refused or closed is opened with a fresh token, unless the login is over. */
function reopen(line: Socket, isTokenRefused: boolean): void {
  setTimeout(() => {
    if (socket !== line) return
    void (isTokenRefused ? tokenAfter(readToken()) : Promise.resolve()).then(
      () => line.connect(),
      (error: unknown) => {
        if (error instanceof ApiError && error.status === 401) endSession(error)
        else reopen(line, isTokenRefused)
      }
    )
  }, reopenDelay)
}

function becomeReady(line: Socket, seq: unknown): void {
  takeIn()
  useRealtime.setState({ state: 'online', offlineSince: null, pictureAt: null })
  for (const { name, args } of joins.values()) line.emit(name, ...args)
  line.emit('userStatus')
  wasReady = true
  if (order.isStarted()) {
    // The rooms were joined before the number was read: where it is the one known here, nothing was missed.
    if (seq !== order.place()) void order.catchUp()
  } else {
    if (typeof seq === 'number') order.startAt(seq)
    // What was loaded before the line was open may have changed meanwhile.
    reloadEverything()
  }
}

/**
 * Opens the line for a user; the line of another user is closed first. `after` is the place in the order up to which
 * everything is here already, or will be loaded from now on: what came after it is fetched.
 */
export function openRealtime(user: { id: number; companyId: number }, after: number | null = null): void {
  const key = `${serverAddress()} ${user.companyId} ${user.id}`
  if (key === openFor) return
  closeRealtime()
  openFor = key
  companyId = user.companyId
  channels = null
  if (after !== null) order.startAt(after)
  useRealtime.setState({ state: 'connecting', offlineSince: null })
  const line = io(serverAddress(), {
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    auth: (give) => {
      const token = readToken()
      const fresh = endsSoon(token) ? tokenAfter(token).catch(() => token) : Promise.resolve(token)
      void fresh.then((value) => give({ token: value ?? '', [contractField]: contractVersion }))
    }
  })
  socket = line
  line.on('ready', (greeting?: { seq?: number }) => becomeReady(line, greeting?.seq))
  line.on('disconnect', (reason) => {
    goOffline()
    if (reason === 'io server disconnect') reopen(line, false)
  })
  line.on('connect_error', (error) => {
    goOffline()
    // Socket.IO tries again by itself after a transport error, but not after a refusal.
    if (!line.active) reopen(line, /ERR_SESSION|ERR_COMPANY_INACTIVE/.test(error.message))
  })
  line.onAny((name: string, payload: unknown) => {
    if (name === 'ready') return
    const seq = (payload as { seq?: unknown } | null)?.seq
    onEvent({ name, payload, seq: typeof seq === 'number' ? seq : undefined })
  })
  statusTimer = setInterval(() => line.emit('userStatus'), statusInterval)
}

/** The network is back, or somebody looks again: no more waiting for the next attempt. */
function hurry(): void {
  if (useRealtime.getState().state === 'offline' && document.visibilityState === 'visible' && navigator.onLine) {
    socket?.disconnect().connect()
  }
}
window.addEventListener('online', hurry)

/** After sleep a line looks open and is dead, which a timeout would show much later: the shell says when to look. */
export function followWake(): () => void {
  return hear(woke, () => {
    if (socket && useRealtime.getState().state !== 'connecting') socket.disconnect().connect()
  })
}
document.addEventListener('visibilitychange', hurry)

/** Closes the line and forgets the place in the order. */
export function closeRealtime(): void {
  clearInterval(statusTimer)
  socket?.removeAllListeners()
  socket?.disconnect()
  socket = null
  openFor = ''
  wasReady = false
  clearTimeout(turnTimer)
  turnTimer = undefined
  waiting = []
  order.reset()
  useRealtime.setState({ state: 'idle', offlineSince: null, pictureAt: null })
}
