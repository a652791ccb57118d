// Sends what is written in the open chat, as the customer or as the owner of the phone.
import i18next from 'i18next'
import type { Content, MediaKind, SendOptions } from '../../../server/simulator/types.ts'
import { notify } from '#platform/device/notify.ts'
import { attempt, base64Of, call } from './simulator-api.ts'
import { answer, isGroup, setDraft, useSimulator, writerOf } from './simulator.store.ts'

const now = useSimulator.getState

const groupOf = (other: string): string | undefined => (isGroup(other) ? other : undefined)

/** Writes in the open chat. Errors: what the API refuses. */
export function post(content: Content, options: SendOptions = {}): Promise<void> {
  const { phone, other, isOwner } = now()
  return call('POST', '/messages', {
    phone,
    customer: writerOf(now()),
    content,
    from: isOwner ? 'handset' : 'customer',
    options: { ...options, group: groupOf(other) }
  })
}

/** Answers with whether it went out; a failure is shown. */
export const send = (content: Content, options?: SendOptions): Promise<boolean> => attempt(() => post(content, options))

/** Shows the desk that the writer types, records, or does neither any more. */
export function showPresence(state: 'composing' | 'recording' | 'paused'): void {
  const { phone, other, isOwner } = now()
  const customer = writerOf(now())
  if (isOwner || customer === '') return
  void call('POST', '/presence', { phone, customer, state, group: groupOf(other) }).catch(() => undefined)
}

function quotedId(): { quotedId?: string } {
  const { replyTo } = now()
  return replyTo ? { quotedId: replyTo.id } : {}
}

function clear(): void {
  answer(null)
  setDraft('')
}

/** Sends what stands in the field: a new text, or a message's new one. */
export async function sendDraft(): Promise<void> {
  const { draft, editing } = now()
  const text = draft.trim()
  if (text === '') return
  const isSent = await send(
    editing ? { type: 'edit', targetId: editing.id, text } : { type: 'text', text, ...quotedId() }
  )
  if (isSent) clear()
}

/** Sends what stands in the field in an uncommon way. */
export async function sendDraftWith(options: SendOptions): Promise<void> {
  const text = now().draft.trim()
  if (text === '') notify.info(i18next.t('simulator:needText'), { autoClose: 3_000 })
  else if (await send({ type: 'text', text }, options)) clear()
}

export async function sendMedia(content: Extract<Content, { type: MediaKind }>): Promise<void> {
  if (await send({ ...content, ...quotedId() })) answer(null)
}

const withCaption = new Set<MediaKind>(['image', 'video', 'document'])

/** Sends a file; what stands in the field becomes its caption where there may be one. */
export async function sendFile(type: MediaKind, file: File): Promise<void> {
  const caption = withCaption.has(type) ? now().draft.trim() : ''
  const base64 = await base64Of(file)
  await sendMedia({
    type,
    base64,
    mime: file.type || 'application/octet-stream',
    fileName: file.name,
    ...(caption !== '' && { caption }),
    ...(type === 'audio' && { ptt: false })
  })
  if (caption !== '') clear()
}
