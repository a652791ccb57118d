// Drafts on the server: what is typed here is there wherever the person signs in next.
import { listTicketDrafts, saveTicketDraft, type DraftKind } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createDelay } from '#platform/state/delay.ts'

/** Milliseconds after the last key before the server is told. */
const rest = 1_500

interface Waiting {
  ticketId: number
  kind: DraftKind
  text: string
  /** Called when the server has it. */
  onStored: (text: string) => void
}

function makeQueue() {
  /** By kind and ticket. */
  const waiting = new Map<string, Waiting>()
  let isSending = false

  /** False when it is to be tried again. */
  async function send({ ticketId, kind, text, onStored }: Waiting): Promise<boolean> {
    try {
      await call(saveTicketDraft, { params: { ticketId }, body: { text, kind } })
    } catch (error) {
      // What the server refuses, it refuses again: the ticket is out of sight. Without a line it waits.
      return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
    }
    onStored(text)
    return true
  }
  async function flush(): Promise<void> {
    if (isSending) return
    isSending = true
    for (const [key, one] of waiting) {
      if (!(await send(one))) break
      if (waiting.get(key) === one) waiting.delete(key)
    }
    isSending = false
  }
  const delay = createDelay(rest, () => void flush())
  return { waiting, delay, flush }
}

const queue = ofLogin(makeQueue, ({ waiting, delay }) => {
  waiting.clear()
  delay.stop()
})
onLifecycle({ online: () => void queue().flush() })

/** Tells the server what is typed, soon; an empty text at once, so that what was sent is not found begun elsewhere. */
export function sendDraft(
  kind: DraftKind,
  ticketId: number,
  text: string,
  onStored: (text: string) => void = () => undefined
): void {
  const { waiting, delay, flush } = queue()
  const key = `${kind} ${ticketId}`
  waiting.delete(key)
  waiting.set(key, { ticketId, kind, text, onStored })
  if (text !== '') return delay.restart()
  delay.stop()
  void flush()
}

/** What the server keeps, by ticket; null where it cannot be asked. */
export async function serverDrafts(kind: DraftKind): Promise<Map<number, string> | null> {
  try {
    return new Map((await call(listTicketDrafts, { query: { kind } })).map(({ ticketId, text }) => [ticketId, text]))
  } catch {
    return null
  }
}
