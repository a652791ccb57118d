// Where the QR codes on the desk's screen are: told by somebody, or looked up at the desk with a user's login.
import { readQr, scanQr, waitingRegistrations } from './pairing.ts'
import type { ServerLogin } from '../types.ts'
import type { Device, Phone, SimulatorState } from '../model.ts'
import { SimulatorError } from '../simulator-state.ts'

const TIMEOUT_MS = 5000

/** Remember QR strings, by the reference in them. Others are ignored. */
export function rememberQrs(state: SimulatorState, texts: string[]): void {
  for (const text of texts)
    try {
      state.knownQrs.set(readQr(text).ref, text)
    } catch {
      // Not a QR string: any text of the desk's answer may come here.
    }
  while (state.knownQrs.size > 100) state.knownQrs.delete([...state.knownQrs.keys()][0] ?? '')
}

/** All strings inside a JSON value. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}

async function readQrsFrom(state: SimulatorState, desk: ServerLogin): Promise<void> {
  const call = async (path: string, init: RequestInit) => {
    const answer = await fetch(new URL(path, desk.url), { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return (await answer.json()) as unknown
  }
  const login = JSON.stringify({ email: desk.email, password: desk.password })
  const headers = { 'content-type': 'application/json' }
  const { token } = (await call('/auth/login', { method: 'POST', headers, body: login })) as { token: string }
  const found = await call('/whatsapp/', { headers: { authorization: `Bearer ${token}` } })
  rememberQrs(
    state,
    stringsIn(found).filter((text) => text.includes('2@'))
  )
}

/** QR string of a waiting socket, if anybody has told it. */
export const knownQr = (state: SimulatorState, refs: string[]): string | undefined =>
  refs.map((ref) => state.knownQrs.get(ref)).findLast((text) => text !== undefined)

/** Scan the QR code that waits: the newest, or that of the given socket. */
export async function pairWaiting(state: SimulatorState, phone: Phone, id?: number): Promise<Device> {
  const waiting = waitingRegistrations(state).filter((item) => id === undefined || item.id === id)
  if (!waiting.length) throw new SimulatorError('no QR code is waiting to be scanned', 404)
  const find = () => waiting.map((item) => knownQr(state, item.registration.refs)).find((text) => text !== undefined)
  const failures: string[] = []
  // The desk shows a new code every 20 s, so it is asked each time, and what was told earlier is only the fallback.
  for (const desk of state.desks)
    await readQrsFrom(state, desk).catch((error: Error) => failures.push(`${desk.url}: ${error.message}`))
  const qr = find()
  if (qr) return scanQr(state, phone, qr)
  const reason = failures.length ? ` (${failures.join('; ')})` : ''
  throw new SimulatorError(`the desk has not told its QR code${reason}: paste the text of the code`, 424)
}
