// What people asked for outside the window: a conversation to open, a reply written into a notification. Shows nothing.
import i18next from 'i18next'
import { useEffect, useEffectEvent } from 'react'
import { showTicketByUuid } from '@guiche/shared/features/inbox/tickets.ts'
import { dropReply, listReplies, type SnapshotOwner, type Reply } from '#bridge/snapshot-channels.ts'
import { intentsPending, takeIntents } from '#bridge/notification-channels.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { invoke, hasShell, onNotice, send } from '#platform/device/bridge.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { snapshotOwner } from '#platform/state/persisted.ts'
import { localValue } from '#platform/state/local-store.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { useSession } from '#platform/session/session.ts'
import './thread/persist-threads.ts'
import './actions/refused-changes.ts'
import { queueMessage } from './outbox/outbox.store.ts'
import { signed } from '#platform/text/signature.ts'

/** Milliseconds before a ticket that could not be looked up is looked up again. */
const pause = 3_000

/** Replies that this page has taken up; main has them until they are in the outbox. */
const underWay = new Set<string>()

/** A notification that outlived the app knows its ticket by uuid alone. */
const ticketIdOf = async ({ ticket, ticketId }: Reply): Promise<number> =>
  ticketId ?? (await call(showTicketByUuid, { params: { uuid: ticket } })).id

function isPresent({ server, companyId, userId }: SnapshotOwner): boolean {
  const present = snapshotOwner()
  return present?.server === server && present.companyId === companyId && present.userId === userId
}

/** True for a failure that says nothing about the reply. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500 || [401, 429].includes(error.status))

/** Gives a reply to the outbox, which sends it once, also after a restart. What its writer leaves behind stays with main. */
async function sendReply(owner: SnapshotOwner, reply: Reply): Promise<void> {
  try {
    const ticketId = isPresent(owner) ? await ticketIdOf(reply) : 0
    const { user } = useSession.getState()
    if (user === null || !isPresent(owner)) return void underWay.delete(reply.id)
    queueMessage({ clientId: reply.id, ticketId, body: signed(reply.text.trim(), user.name, localValue('signOption')) })
  } catch (error) {
    if (isPassing(error)) return void setTimeout(() => void sendReply(owner, reply), pause)
    // Nothing else has the text any more.
    const values = { text: reply.text.trim(), reason: errorText(error) }
    notify.error(i18next.t('shell:replyNotSent', values), { autoClose: false })
  }
  send(dropReply, owner, reply.id)
}

async function takeReplies(): Promise<void> {
  const owner = snapshotOwner()
  if (owner === null) return
  for (const reply of await invoke(listReplies, owner)) {
    if (underWay.has(reply.id)) continue
    underWay.add(reply.id)
    void sendReply(owner, reply)
  }
}

export function ShellIntents() {
  const navigate = useNavigate()
  const open = useEffectEvent((path: string) => void navigate(path))
  const userId = useSession(({ user }) => user?.id)
  useEffect(() => {
    if (!hasShell()) return undefined
    const take = async (): Promise<void> => {
      for (const { path } of await invoke(takeIntents)) open(path)
      await takeReplies()
    }
    const takeQuietly = () => void take().catch(() => undefined)
    takeQuietly()
    return onNotice(intentsPending, takeQuietly)
  }, [userId])
  return null
}
