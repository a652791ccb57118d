// What IT opens in the house's own network to the calls of companies: `OUTGOING_ALLOW`, one host and port an entry.
import { isIP } from 'node:net'
import { isNetwork } from './internal-addresses.ts'

export interface OutgoingRule {
  /** Null: every company. */
  companyId: number | null
  /** An address, a network like 10.1.2.0/24, or a name in lower case. */
  host: string
  /** Null: every port. */
  port: number | null
}

/** What a call is about to reach. */
export interface Destination {
  companyId: number
  host: string
  port: number
}

const hostname = /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/
const entry = /^(?:(\d{1,15})@)?(\[[^\]]+\](?:\/\d+)?|[^[\]:]+):(\*|\d{1,5})$/

/** `10.1.2.3:5678`, `n8n.intra:443`, `[fd00::/64]:443`, `12@10.1.2.0/24:*`; null for anything else. */
export function readRule(text: string): OutgoingRule | null {
  const [, company, given = '', port = ''] = entry.exec(text.trim().toLowerCase()) ?? []
  const host = given.replace(/^\[|\]/g, '')
  const number = port === '*' ? null : Number(port)
  const isHost = isNetwork(host) || (hostname.test(host) && !/^[\d.]+$/.test(host))
  if (!isHost || (number !== null && !(number >= 1 && number <= 65_535))) return null
  return { companyId: company === undefined ? null : Number(company), host, port: number }
}

/** Networks that are open to a call; what a name leads to is open when the name itself is. */
export function networksOpenTo(rules: readonly string[], { companyId, host, port }: Destination): string[] {
  const meant = rules
    .flatMap((text) => readRule(text) ?? [])
    .filter((rule) => (rule.companyId ?? companyId) === companyId && (rule.port ?? port) === port)
  if (isIP(host) === 0 && meant.some((rule) => rule.host === host.toLowerCase())) return ['0.0.0.0/0', '::/0']
  return meant.map((rule) => rule.host).filter(isNetwork)
}
