// Where drafts lie: one entry each in a browser's storage; in the desktop app together and encrypted.
import type { QuotedMessage } from '@guiche/shared/features/inbox/messages.ts'
import { createDelay } from '#platform/state/delay.ts'
import { snapshotOwner, readPart, writePart } from '#platform/state/persisted.ts'

export interface MessageDraft {
  text: string
  quoted: QuotedMessage | null
  /** The server has this text too. */
  isStored: boolean
}

/** Milliseconds after the last key before the desktop app writes. */
const rest = 300

const prefixOf = (userId: number): string => `draft:${userId}:`

function draftIn(value: unknown): MessageDraft | null {
  const { text, quoted, isStored } = (value ?? {}) as Partial<MessageDraft>
  return typeof text === 'string' ? { text, quoted: quoted ?? null, isStored: isStored === true } : null
}

function inBrowser(userId: number): Map<number, MessageDraft> {
  const prefix = prefixOf(userId)
  const drafts = new Map<number, MessageDraft>()
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefix)) continue
    try {
      const draft = draftIn(JSON.parse(localStorage.getItem(key) ?? '{}'))
      if (draft) drafts.set(Number(key.slice(prefix.length)), draft)
    } catch {
      localStorage.removeItem(key)
    }
  }
  return drafts
}

async function inShell(): Promise<Map<number, MessageDraft>> {
  const kept = await readPart('drafts')
  const entries = Array.isArray(kept) ? (kept as [number, unknown][]) : []
  return new Map(
    entries.flatMap(([ticketId, value]) => {
      const draft = draftIn(value)
      return draft ? [[ticketId, draft] as const] : []
    })
  )
}

/** What was typed before the page was left. */
export const storedDrafts = (userId: number): Map<number, MessageDraft> | Promise<Map<number, MessageDraft>> =>
  snapshotOwner() === null ? inBrowser(userId) : inShell()

/** Writes what was handed over last, once that has rested. */
function createWriter() {
  let last: ReadonlyMap<number, MessageDraft> = new Map()
  const delay = createDelay(rest, () => writePart('drafts', [...last]))
  return (all: ReadonlyMap<number, MessageDraft>): void => {
    last = all
    delay.restart()
  }
}
const writeSoon = createWriter()

/** Keeps one draft, which is among `all`; null forgets it. */
export function storeDraft(
  userId: number,
  ticketId: number,
  draft: MessageDraft | null,
  all: ReadonlyMap<number, MessageDraft>
): void {
  if (snapshotOwner() !== null) {
    writeSoon(all)
    return
  }
  const key = prefixOf(userId) + ticketId
  try {
    if (draft === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // A full storage keeps the draft until the page is left.
  }
}
