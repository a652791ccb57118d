// What people asked for outside the window: a conversation to open, a reply written into a notification. Shows nothing.
import { useEffect, useRef } from 'react'
import { showTicketByUuid } from '@guiche/shared/features/inbox/tickets.ts'
import { intentsWaiting, takeIntents, type Intent } from '#bridge/notification-channels.ts'
import { ApiError } from '#platform/api-error.ts'
import { ask, hasShell, hear } from '#platform/bridge.ts'
import { call } from '#platform/http.ts'
import { localValue } from '#platform/local-store.ts'
import { useNavigate } from '#platform/navigation.ts'
import { notify } from '#platform/notify.ts'
import { useSession } from '#platform/session.ts'
import './keep-threads.ts'
import { send } from './outbox.store.ts'
import { signed } from '#platform/signature.ts'

/** Milliseconds before a ticket that could not be looked up is looked up again. */
const pause = 3_000

type Reply = Extract<Intent, { kind: 'reply' }>

/** A notification that outlived the app knows its ticket by uuid alone. */
const ticketIdOf = async ({ ticket, ticketId }: Reply): Promise<number> =>
  ticketId ?? (await call(showTicketByUuid, { params: { uuid: ticket } })).id

/** Gives a reply to the outbox, which sends it once, also after a restart. */
const sendReply = async (reply: Reply): Promise<void> => {
  const { user } = useSession.getState()
  if (user === null) return
  try {
    const ticketId = await ticketIdOf(reply)
    send({ ticketId, body: signed(reply.text.trim(), user.name, localValue('signOption')) })
  } catch (error) {
    const isPassing = error instanceof ApiError && (error.status === 0 || error.status >= 500)
    if (isPassing) setTimeout(() => void sendReply(reply), pause)
    else notify.error(error, { autoClose: false })
  }
}

export const ShellIntents = () => {
  const navigate = useNavigate()
  const latest = useRef(navigate)
  latest.current = navigate
  useEffect(() => {
    if (!hasShell()) return undefined
    const take = async (): Promise<void> => {
      for (const intent of await ask(takeIntents)) {
        if (intent.kind === 'open') void latest.current(intent.path)
        else void sendReply(intent)
      }
    }
    const takeQuietly = () => void take().catch(() => undefined)
    takeQuietly()
    return hear(intentsWaiting, takeQuietly)
  }, [])
  return null
}
