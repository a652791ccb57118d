// Looks at an address: does anything answer, is it safe to talk to, is it Guichê, and do the versions fit.
import { showVersion } from '@guiche/shared/features/org/version.ts'
import type { CheckedServer } from '#bridge/server-channels.ts'
import { isEncrypted, originsOf } from '../platform/server-address.ts'
import type { Send, ServerResponse } from './server-request.ts'
import { isOlder, minimumServer } from './versions.ts'

/** Milliseconds for one address; the person is waiting. */
const patience = 8_000

type Refused = Extract<CheckedServer, { ok: false }>
type Reason = Refused['reason']

const refusal = (address: string, reason: Reason, detail = ''): Refused => ({ ok: false, reason, address, detail })

function reasonOf(failure: string): Reason {
  if (failure === 'timeout' || failure === 'net::ERR_CONNECTION_TIMED_OUT') return 'timeout'
  if (/ERR_CERT_/.test(failure)) return 'certificate'
  // What answers there speaks plain http, or a TLS of another age.
  return /ERR_SSL_|ERR_BAD_SSL/.test(failure) ? 'no-https' : 'unreachable'
}

function versionIn({ status, body }: ServerResponse) {
  if (status !== 200) return null
  try {
    const parsed = showVersion.response.safeParse(JSON.parse(body.toString()))
    return parsed.success ? parsed.data : null
  } catch {
    // A page of something else.
    return null
  }
}

/** An answer that points to the same host elsewhere, such as from http to https, means that origin. */
function movedTo(origin: string, location: string | null): string | null {
  if (location === null || !URL.canParse(location, origin)) return null
  const target = new URL(location, origin)
  const isSameHost = target.hostname === new URL(origin).hostname
  return isSameHost && target.protocol === 'https:' && target.origin !== origin ? target.origin : null
}

async function checkOrigin(send: Send, appVersion: string, origin: string, mayMove = true): Promise<CheckedServer> {
  const response = await send({ method: 'GET', url: `${origin}${showVersion.path}`, patience })
  if (response.failure !== null) return refusal(origin, reasonOf(response.failure), response.failure)
  const moved = movedTo(origin, response.location)
  if (moved !== null && mayMove) return checkOrigin(send, appVersion, moved, false)
  const found = versionIn(response)
  if (found === null) return refusal(origin, 'not-guiche', `HTTP ${response.status}`)
  if (isOlder(appVersion, found.minimumClient)) return refusal(origin, 'app-too-old', found.minimumClient)
  if (isOlder(found.server, minimumServer)) return refusal(origin, 'server-too-old', minimumServer)
  const linkOrigin = found.publicUrl === undefined ? null : new URL(found.publicUrl).origin
  return { ok: true, address: origin, version: found.server, isEncrypted: isEncrypted(origin), linkOrigin }
}

/** The most telling refusal comes first. */
const weight: Reason[] = [
  'app-too-old',
  'server-too-old',
  'certificate',
  'not-guiche',
  'timeout',
  'no-https',
  'unreachable'
]

/** Checks what somebody typed; without a scheme the first origin that fits wins. */
export async function checkServer(send: Send, appVersion: string, typed: string): Promise<CheckedServer> {
  const origins = originsOf(typed)
  const refusals: Refused[] = []
  for (const origin of origins) {
    const checked = await checkOrigin(send, appVersion, origin)
    if (checked.ok) return checked
    refusals.push(checked)
    // A certificate that is wrong is no reason to try without one.
    if (checked.reason === 'certificate') break
  }
  refusals.sort((a, b) => weight.indexOf(a.reason) - weight.indexOf(b.reason))
  return refusals[0] ?? refusal(typed, 'invalid-address')
}
