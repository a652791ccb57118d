// WhatsApp's media hosts, asked for by ourselves: Baileys keeps a question that failed for as long as the socket lives.
import { DEFAULT_CONNECTION_CONFIG, getWAUploadToServer, type WAMediaUploadFunction } from '@whiskeysockets/baileys'
import type { BinaryNode, MediaConnInfo, WASocket } from '@whiskeysockets/baileys'
import type { ILogger } from '../wire/baileys-log.ts'
import { within } from '../within.ts'

type Info = Awaited<MediaConnInfo>

interface Known {
  asked: Promise<Info>
  /** Milliseconds. */
  until: number
}

/** What the hosts are good for when WhatsApp does not say how long. */
const usualLife = 300_000

const childrenOf = (node: BinaryNode | undefined): BinaryNode[] => (Array.isArray(node?.content) ? node.content : [])

async function ask(sock: WASocket): Promise<Info> {
  const answer = (await sock.query({
    tag: 'iq',
    attrs: { type: 'set', xmlns: 'w:m', to: '@s.whatsapp.net' },
    content: [{ tag: 'media_conn', attrs: {} }]
  })) as BinaryNode
  const conn = childrenOf(answer).find(({ tag }) => tag === 'media_conn')
  const hosts = childrenOf(conn).flatMap(({ tag, attrs }) =>
    tag === 'host' && attrs.hostname
      ? [{ hostname: attrs.hostname, maxContentLengthBytes: Number(attrs.maxContentLengthBytes) }]
      : []
  )
  return { hosts, auth: conn?.attrs.auth ?? '', ttl: Number(conn?.attrs.ttl), fetchDate: new Date() }
}

const known = new WeakMap<WASocket, Known>()

/** Media hosts of a socket; a failure is nobody's but its caller's. */
export function mediaConn(sock: WASocket, isForced = false): Promise<Info> {
  const before = known.get(sock)
  if (before && !isForced && Date.now() < before.until) return before.asked
  const one: Known = { asked: ask(sock), until: Date.now() + usualLife }
  known.set(sock, one)
  one.asked.then(
    ({ ttl }) => {
      if (ttl > 0) one.until = Date.now() + ttl * 1000
    },
    () => void (known.get(sock) === one && known.delete(sock))
  )
  return one.asked
}

/** Names of the media hosts, with their ports; none when WhatsApp does not answer in time (ms). */
export function mediaHosts(sock: WASocket | undefined, patience: number): Promise<string[]> {
  return sock
    ? within(patience, mediaConn(sock)).then(
        ({ hosts }) => hosts.map(({ hostname }) => hostname).filter((host) => URL.canParse(`https://${host}`)),
        () => []
      )
    : Promise.resolve([])
}

/** Uploads a file to the first of the hosts that takes it. */
export const uploader = (sock: WASocket, log: ILogger): WAMediaUploadFunction =>
  getWAUploadToServer({ ...DEFAULT_CONNECTION_CONFIG, logger: log }, (isForced) => mediaConn(sock, isForced))
