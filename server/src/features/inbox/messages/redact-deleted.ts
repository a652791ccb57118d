// Takes deleted messages out of what was written down before they were deleted: logged events, deliveries of webhooks.
import type { Ctx } from '#platform/ctx.ts'
import { deletedAmong, lastLinesAfterDeletions } from './deleted-content.repo.ts'

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const ticketIds = /\\?"ticketId\\?":(\d+)/g

/** What a message says of its content, as it is without. */
const emptied = {
  body: '',
  mediaUrl: null,
  mediaPath: null,
  mediaName: null,
  mediaMime: null,
  mediaSize: null,
  duration: null,
  width: null,
  height: null,
  waveform: null,
  thumbnailUrl: null,
  mediaState: 'none'
}

interface Known {
  deleted: ReadonlySet<string>
  lines: ReadonlyMap<number, string>
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A delivery holds its body as a text of JSON. */
const redactText = (text: string, known: Known): string => {
  if (!text.startsWith('{')) return text
  try {
    return JSON.stringify(redact(JSON.parse(text) as unknown, known))
  } catch {
    return text
  }
}

const redact = (value: unknown, known: Known): unknown => {
  if (typeof value === 'string') return redactText(value, known)
  if (Array.isArray(value)) return value.map((one) => redact(one, known))
  if (!isRecord(value)) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, redact(one, known)]))
  const { id } = copy
  if (typeof id === 'string' && known.deleted.has(id) && 'body' in copy && 'mediaType' in copy) {
    for (const [key, empty] of Object.entries(emptied)) if (key in copy) copy[key] = empty
    copy['isDeleted'] = true
  }
  // The list showed the message that is deleted by now.
  const line = typeof id === 'number' && 'lastMessage' in copy ? known.lines.get(id) : undefined
  if (line !== undefined) copy['lastMessage'] = line
  return copy
}

/** The same texts of JSON; of messages that are deleted by now they hold neither text nor file. */
export async function withoutDeleted(ctx: Ctx, companyId: number, texts: string[]): Promise<string[]> {
  const ids = new Set(texts.flatMap((text) => text.match(uuids) ?? []))
  const tickets = new Set(texts.flatMap((text) => [...text.matchAll(ticketIds)].map((found) => Number(found[1]))))
  for (const text of texts)
    for (const found of text.matchAll(/"ticket\\?":\{\\?"id\\?":(\d+)/g)) tickets.add(Number(found[1]))
  const known = {
    deleted: await deletedAmong(ctx.db, companyId, [...ids]),
    lines: await lastLinesAfterDeletions(ctx.db, companyId, [...tickets])
  }
  if (known.deleted.size === 0 && known.lines.size === 0) return texts
  return texts.map((text) => redactText(text, known))
}
