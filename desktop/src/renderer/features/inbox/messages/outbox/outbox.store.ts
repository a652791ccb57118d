// Own messages on their way to the server: shown at once, sent in order, kept while there is no line, never twice.
import { create } from 'zustand'
import { messageEvent, sendMessage, type Message, type QuotedMessage } from '@guiche/shared/features/inbox/messages.ts'
import { ageOf } from '#platform/net/as-of.ts'
import { ApiError, aborted, timedOut, unreachable } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { listen, useRealtime } from '#platform/net/realtime.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { useSession } from '#platform/session/session.ts'
import { upload, type UploadProgress } from '#platform/net/upload.ts'
import { messages } from '../thread/messages.store.ts'
import { emptyOutbox, firstPause } from './outbox-of-login.ts'
import type { OutboxFile, OutboxRecord } from './outbox-record.ts'
import { outboxStorageOf, storedRecords } from './outbox-storage.ts'

/** Milliseconds before the last of the further tries. */
const longestPause = 30_000
/** Files that were sent and whose own copy is still shown. */
const mostPreviews = 60

export interface OutboxItem extends OutboxRecord {
  /** `waiting`: a try got no answer, and there will be another. */
  state: 'queued' | 'sending' | 'waiting' | 'refused'
  progress: UploadProgress | null
  /** Address of the file in this page. */
  preview: string | null
  /** False for a file that is lost if the app ends before it was sent. */
  isFileKept: boolean
}

interface OutboxState {
  /** Oldest first. */
  items: readonly OutboxItem[]
}

export const useOutbox = create<OutboxState>(() => ({ items: [] }))

const state = useOutbox.getState

const own = ofLogin(emptyOutbox, ({ timer, stoppers, previews }) => {
  clearTimeout(timer)
  for (const stopper of stoppers.values()) stopper.abort()
  for (const url of previews.values()) URL.revokeObjectURL(url)
  useOutbox.setState({ items: [] })
})

/** The own copy of a file that was sent from this page. */
export const previewOf = (clientId: string | null): string | null =>
  clientId === null ? null : (own().previews.get(clientId) ?? null)

function storePreview(clientId: string, file: File): void {
  const { previews, files } = own()
  previews.set(clientId, URL.createObjectURL(file))
  const oldest = [...previews.keys()].find((id) => !files.has(id))
  if (previews.size <= mostPreviews || oldest === undefined) return
  URL.revokeObjectURL(previews.get(oldest) ?? '')
  previews.delete(oldest)
}

function patch(clientId: string, part: Partial<OutboxItem>): void {
  return useOutbox.setState(({ items }) => ({
    items: items.map((item) => (item.clientId === clientId ? { ...item, ...part } : item))
  }))
}

const recordOf = ({
  state: _state,
  progress: _progress,
  preview: _preview,
  isFileKept: _kept,
  ...record
}: OutboxItem) => record satisfies OutboxRecord

function forget(clientId: string): void {
  useOutbox.setState(({ items }) => ({ items: items.filter((item) => item.clientId !== clientId) }))
  own().files.delete(clientId)
  own().stoppers.delete(clientId)
  own().storage?.drop(clientId)
}

function formOf(item: OutboxItem, file: File): FormData {
  const form = new FormData()
  // Fields go before the file: a server that streams knows them when the file comes.
  form.append('body', item.body)
  form.append('clientId', item.clientId)
  if (item.quoted) form.append('quotedMsgId', item.quoted.id)
  if (item.voice) {
    form.append('voice', 'true')
    form.append('duration', String(item.voice.duration))
    form.append('waveform', JSON.stringify(item.voice.waveform))
  }
  form.append('medias', file, file.name)
  return form
}

async function post(item: OutboxItem): Promise<{ messages: Message[] }> {
  const { ticketId, clientId } = item
  if (item.file === null) {
    const quotedMsg = item.quoted ? { id: item.quoted.id } : null
    return call(sendMessage, { params: { ticketId }, body: { body: item.body, quotedMsg, clientId } })
  }
  const { files, storage, stoppers } = own()
  const file = files.get(clientId) ?? (await storage?.file(item)) ?? null
  if (file === null) throw new ApiError(0, { error: 'fileLost' })
  const stopper = new AbortController()
  stoppers.set(clientId, stopper)
  const options = { signal: stopper.signal, onProgress: (progress: UploadProgress) => patch(clientId, { progress }) }
  return upload(sendMessage, { params: { ticketId }, body: formOf(item, file) }, options)
}

/**
 * True for a failure that says nothing about the message: it is sent again later. Not for a file that cannot be checked now: its
 * writer hears of it and decides, the texts behind it go on, and nothing is uploaded over and over.
 */
function isPassing(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.code !== 'ERR_FILE_NOT_CHECKED' &&
    (error.status >= 500 ||
      error.status === 429 ||
      error.status === 401 ||
      (error.status === 0 && [unreachable, timedOut].includes(error.code)))
  )
}

function trySoon(): void {
  const mine = own()
  clearTimeout(mine.timer)
  mine.timer = setTimeout(sendAll, mine.pause)
  mine.pause = Math.min(longestPause, mine.pause * 2)
}

/** Sends one message. Returns false when the line is at fault and the rest has to wait. */
async function sendOne(item: OutboxItem): Promise<boolean> {
  patch(item.clientId, { state: 'sending', progress: null })
  try {
    const sent = await post(item)
    for (const message of sent.messages) messages.receive(item.ticketId, message, { age: ageOf(sent) })
    forget(item.clientId)
    own().pause = firstPause
    return true
  } catch (error) {
    if (!state().items.some(({ clientId }) => clientId === item.clientId)) return true
    if (isPassing(error)) {
      patch(item.clientId, { state: 'waiting', progress: null })
      return false
    }
    const code = error instanceof ApiError ? error.code : String(error)
    if (code === aborted) forget(item.clientId)
    else {
      const refusal = { code, values: error instanceof ApiError ? error.values : {} }
      patch(item.clientId, { state: 'refused', refusal, progress: null })
      own().storage?.keep({ ...recordOf(item), refusal })
    }
    return true
  }
}

/** Sends what waits for a ticket, one after another, so that the order stays; what the next login has waiting is for its own. */
async function sendFor(ticketId: number): Promise<void> {
  const mine = own()
  if (mine.running.has(ticketId)) return
  mine.running.add(ticketId)
  try {
    while (own() === mine) {
      const next = state().items.find((item) => item.ticketId === ticketId && item.state !== 'refused')
      if (!next) return
      if (!(await sendOne(next))) return trySoon()
    }
  } finally {
    mine.running.delete(ticketId)
  }
}

function sendAll(): void {
  for (const ticketId of new Set(state().items.map((item) => item.ticketId))) void sendFor(ticketId)
}

export interface Draft {
  /** Of a message that has a name already, by which it is sent once. */
  clientId?: string
  ticketId: number
  body: string
  quoted?: QuotedMessage | null
  file?: (OutboxFile & { content: File }) | null
  voice?: OutboxRecord['voice']
}

const fresh = { state: 'queued', progress: null, isFileKept: true } as const

async function storeFileOf(clientId: string, file: File): Promise<void> {
  const { storage } = own()
  const isFileKept = (await storage?.storeFile(clientId, file).catch(() => false)) === true
  patch(clientId, { isFileKept })
  // Taken back or sent meanwhile.
  if (!state().items.some((item) => item.clientId === clientId)) own().storage?.drop(clientId)
}

/** Takes a message: it shows at once and goes out when it can. Returns its client id. */
export function queueMessage({
  clientId = crypto.randomUUID(),
  ticketId,
  body,
  quoted = null,
  file = null,
  voice = null
}: Draft): string {
  if (state().items.some((item) => item.clientId === clientId)) return clientId
  const record: OutboxRecord = {
    clientId,
    ticketId,
    body,
    quoted,
    file: file && { name: file.name, mime: file.mime, size: file.size, width: file.width, height: file.height },
    voice,
    createdAt: new Date().toISOString(),
    refusal: null
  }
  if (file) {
    own().files.set(clientId, file.content)
    storePreview(clientId, file.content)
    void storeFileOf(clientId, file.content)
  }
  own().storage?.keep(record)
  const item: OutboxItem = { ...record, ...fresh, preview: previewOf(clientId) }
  useOutbox.setState(({ items }) => ({ items: [...items, item] }))
  void sendFor(ticketId)
  return clientId
}

/** Takes a message back that is not with the server yet; an upload stops. */
export function withdraw(clientId: string): void {
  const stopper = own().stoppers.get(clientId)
  forget(clientId)
  stopper?.abort()
}

/** Sends a refused message again. */
export function sendAgain(clientId: string): void {
  const item = state().items.find((one) => one.clientId === clientId)
  if (!item) return
  patch(clientId, { state: 'queued', refusal: null })
  own().storage?.keep({ ...recordOf(item), refusal: null })
  void sendFor(item.ticketId)
}

async function restore(user: { id: number; companyId: number }): Promise<void> {
  const mine = own()
  const storage = outboxStorageOf(user)
  mine.owner = { id: user.id, companyId: user.companyId }
  mine.storage = storage
  for (const record of await storedRecords(storage)) {
    const file = record.file ? await storage.file(record) : null
    if (own().storage !== storage || state().items.some(({ clientId }) => clientId === record.clientId)) continue
    if (file) {
      mine.files.set(record.clientId, file)
      storePreview(record.clientId, file)
    }
    const item: OutboxItem = {
      ...record,
      ...fresh,
      state: record.refusal ? 'refused' : 'queued',
      preview: previewOf(record.clientId)
    }
    useOutbox.setState(({ items }) => ({ items: [...items, item] }))
  }
  sendAll()
}

function followOwner(): void {
  const { user } = useSession.getState()
  const { owner } = own()
  if (user !== null && (user.id !== owner?.id || user.companyId !== owner.companyId)) void restore(user)
}
useSession.subscribe(followOwner)
followOwner()

function tryNow(): void {
  own().pause = firstPause
  sendAll()
}
useRealtime.subscribe((now, before) => {
  if (now.state === 'online' && before.state !== 'online') tryNow()
})
window.addEventListener('online', tryNow)

// The server has it: its bubble takes the place of ours, also when the answer to our call was lost.
listen(messageEvent, ({ message }) => {
  const { clientId } = message
  if (clientId === null) return
  const item = state().items.find((one) => one.clientId === clientId)
  if (item && item.state !== 'sending') forget(clientId)
})
