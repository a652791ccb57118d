// From where a person has signed in before: a device by its cookie, a network by a keyed hash that the database keeps.
import { randomBytes } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'
import { networkOf } from '#platform/http/caller-address.ts'
import type { Secrets } from '#platform/secrets/secrets.ts'
import { deleteOldNetworks, hasNetwork, saveNetwork } from './known-networks.repo.ts'

interface Person {
  companyId: number
  userId: number
}

/** Asked about where there is no account, so that an unknown address takes as long as a known one. */
export const nobody: Person = { companyId: 0, userId: 0 }

export interface LoginSource {
  address: string
  /** The device cookie, as it came. */
  devices: string | undefined
  /** The header `User-Agent`, as it came. */
  agent?: string | undefined
}

/** Milliseconds for which a network is remembered after the last login from it. */
const rememberedFor = 90 * 24 * 3600 * 1000
/** People that one browser remembers. */
const mostPeople = 5

const purpose = 'known-device'
const subjectOf = ({ companyId, userId }: Person, id: string): string => `${companyId}.${userId}.${id}`

/** The genuine entries of a device cookie, newest first. Each says: this device has signed in as this person. */
function entriesOf(secrets: Secrets, cookie: string | undefined): { person: string; subject: string; text: string }[] {
  return (cookie ?? '')
    .split('~', mostPeople)
    .map((text) => ({ text, parts: /^((\d{1,15}\.\d{1,15})\.[\w-]{16})\.([\w-]{43})$/.exec(text) }))
    .flatMap(({ text, parts }) => {
      const [, subject = '', person = '', signature = ''] = parts ?? []
      return parts && secrets.verify(purpose, subject, signature) ? [{ person, subject, text }] : []
    })
}

/** The device cookie after a login: the same entry for a person it knows, a new one otherwise. */
export function deviceCookieAfter(secrets: Secrets, person: Person, cookie: string | undefined): string {
  const entries = entriesOf(secrets, cookie)
  const key = `${person.companyId}.${person.userId}`
  const subject = subjectOf(person, randomBytes(12).toString('base64url'))
  const own = entries.find((entry) => entry.person === key)?.text ?? `${subject}.${secrets.sign(purpose, subject)}`
  const others = entries.filter((entry) => entry.person !== key).map((entry) => entry.text)
  return [own, ...others].slice(0, mostPeople).join('~')
}

/** Somebody who has signed in with this device, for the count of calls; null for a cookie that is none of ours. */
export const personOfDevice = (secrets: Secrets, cookie: string | undefined): string | null =>
  cookie === undefined ? null : (entriesOf(secrets, cookie)[0]?.person ?? null)

/** Without the application secret, nobody learns from a stored hash which network it was. */
const hashOf = (secrets: Secrets, { companyId, userId }: Person, address: string): string =>
  secrets.sign('known-network', `${companyId}.${userId}.${networkOf(address)}`)

/** The device or network from which somebody has signed in before; a device is theirs, a network may be everybody's. */
export interface KnownCaller {
  key: string
  isDevice: boolean
}

/** From where this person has signed in before; null for a caller from elsewhere. */
export async function knownCaller(
  ctx: Ctx,
  { companyId, userId }: Person,
  { address, devices }: LoginSource
): Promise<KnownCaller | null> {
  const key = `${companyId}.${userId}`
  const device = entriesOf(ctx.secrets, devices).find((entry) => entry.person === key)
  if (device) return { key: device.subject, isDevice: true }
  const network = hashOf(ctx.secrets, { companyId, userId }, address)
  const since = new Date(ctx.now().getTime() - rememberedFor)
  return (await hasNetwork(ctx.db, { companyId, userId, network }, since)) ? { key: network, isDevice: false } : null
}

/** Remembers the network of a login. */
export async function rememberCaller(tx: Ctx, person: Person, { address }: LoginSource): Promise<void> {
  await saveNetwork(tx.db, { ...person, network: hashOf(tx.secrets, person, address), lastAt: tx.now() })
}

export async function sweepKnownNetworks(ctx: Ctx): Promise<void> {
  await deleteOldNetworks(ctx.db, new Date(ctx.now().getTime() - rememberedFor))
}
