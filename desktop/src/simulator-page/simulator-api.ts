// Calls of the simulator's HTTP API and its stream of events.
import i18next from 'i18next'
import type { ChatMessage } from '../../../server/simulator/types.ts'
import type { SimulatorEvent } from '../../../server/simulator/run-types.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { notify } from '#platform/device/notify.ts'

/** Of the simulator, which is none of our servers. */
const api = '/api'

interface Refused {
  error?: string
  fields?: { field: string; message: string }[]
}

/** The API speaks English; what a person meets when a code is old, wrong or from elsewhere is said in their language. */
const sentences: Record<number, 'qrGone' | 'codeGone' | 'codeWrong'> = {
  410: 'qrGone',
  412: 'codeGone',
  422: 'codeWrong'
}

function errorOf(status: number, { error, fields }: Refused): ApiError {
  const key = sentences[status]
  if (key) return new ApiError(status, { error: i18next.t(`simulator:${key}`) })
  if (!fields) return new ApiError(status, { error: error ?? '' })
  const wrong = Object.fromEntries(fields.map(({ field, message }) => [field, message]))
  return new ApiError(status, { error: 'ERR_VALIDATION', fields: wrong })
}

/** Calls the API. Errors: an ApiError with the sentence that a person reads. */
export async function call<Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: object
): Promise<Answer> {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`${api}${path}`, { method, ...sent }).catch(() => {
    throw new ApiError(0, { error: i18next.t('simulator:offline') })
  })
  const text = await answer.text()
  const data: unknown = text === '' ? undefined : JSON.parse(text)
  if (!answer.ok) throw errorOf(answer.status, data as Refused)
  return data as Answer
}

/** Does what a person asked for; a failure is shown, and answers with false. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    notify.error(error, { autoClose: 7_000 })
    return false
  }
}

export const messagesOf = (phone: string, other: string, last: number): Promise<ChatMessage[]> =>
  call('GET', `/chats/${phone}/${encodeURIComponent(other)}/messages?last=${last}`)

/** `onEvents` gets lists of events; `onLine` tells whether the stream is open. */
export function listen(
  onEvents: (events: (SimulatorEvent | { type: 'reload' })[]) => void,
  onLine: (isOpen: boolean) => void
): void {
  const source = new EventSource(`${api}/events`)
  source.addEventListener('open', () => onLine(true))
  source.addEventListener('error', () => onLine(false))
  source.addEventListener('message', ({ data }: MessageEvent<string>) => onEvents(JSON.parse(data)))
}

/** Bytes of a file as the API takes them. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let offset = 0; offset < bytes.length; offset += 0x8000)
    text += String.fromCharCode(...bytes.subarray(offset, offset + 0x8000))
  return btoa(text)
}
