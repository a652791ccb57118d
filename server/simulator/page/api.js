// Calls of the simulator's HTTP API and its stream of events.
import { toast } from './dom.js'
import { t } from './i18n.js'

export async function call(method, path, body) {
  const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const answer = await fetch(`/api${path}`, { method, ...sent })
  const text = await answer.text()
  const data = text ? JSON.parse(text) : undefined
  if (answer.ok) return data
  const fields = (data?.fields ?? []).map((field) => `${field.field}: ${field.message}`).join('; ')
  // The API speaks English; what a person meets when a code is old, wrong or from elsewhere is said in their language.
  const said = { 410: 'qrGone', 412: 'codeGone', 422: 'codeWrong' }[answer.status]
  if (said) throw new Error(t(said))
  throw new Error([data?.error ?? answer.statusText, fields].filter(Boolean).join(' — '))
}

/** Do something the user asked for; a failure is shown and gives undefined. */
export async function attempt(work) {
  try {
    return await work()
  } catch (error) {
    toast(error.message)
    return undefined
  }
}

/** `onEvents` gets lists of events; `onState` tells whether the stream is up. */
export function listen(onEvents, onState) {
  const source = new EventSource('/api/events')
  source.addEventListener('open', () => onState(true))
  source.addEventListener('error', () => onState(false))
  source.addEventListener('message', (event) => onEvents(JSON.parse(event.data)))
}

export const fileToBase64 = async (blob) => {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let offset = 0; offset < bytes.length; offset += 0x8000)
    text += String.fromCharCode(...bytes.subarray(offset, offset + 0x8000))
  return btoa(text)
}
