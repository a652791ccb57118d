// Drafts on the server: what is typed here is there wherever the person signs in next.
import { listTicketDrafts, saveTicketDraft } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createDelay } from '#platform/state/delay.ts'

/** Milliseconds after the last key before the server is told. */
const rest = 1_500

interface Waiting {
  text: string
  /** Called when the server has it. */
  onStored: (text: string) => void
}

function makeQueue() {
  const waiting = new Map<number, Waiting>()
  let isSending = false

  /** False when it is to be tried again. */
  async function send(ticketId: number, { text, onStored }: Waiting): Promise<boolean> {
    try {
      await call(saveTicketDraft, { params: { ticketId }, body: { text } })
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
    for (const [ticketId, one] of waiting) {
      if (!(await send(ticketId, one))) break
      if (waiting.get(ticketId) === one) waiting.delete(ticketId)
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
export function sendDraft(ticketId: number, text: string, onStored: (text: string) => void): void {
  const { waiting, delay, flush } = queue()
  waiting.delete(ticketId)
  waiting.set(ticketId, { text, onStored })
  if (text !== '') return delay.restart()
  delay.stop()
  void flush()
}

/** What the server keeps, by ticket; null where it cannot be asked. */
export async function serverDrafts(): Promise<Map<number, string> | null> {
  try {
    return new Map((await call(listTicketDrafts)).map(({ ticketId, text }) => [ticketId, text]))
  } catch {
    return null
  }
}
