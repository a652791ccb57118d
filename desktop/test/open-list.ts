// Opens the ticket list and finds its rows.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { InboxData } from './inbox-data.ts'
import { makeQueue, makeSessionUser } from './factories.ts'
import { makeTicket } from './inbox-factories.ts'
import { startInboxServer } from './inbox-server.ts'
import { renderConsole } from './render-console.tsx'

/** A ticket with somebody of this name. */
export function named(id: number, name: string, part: Partial<Ticket> = {}): Ticket {
  const ticket = makeTicket({ id, ...part })
  return { ...ticket, contact: { ...ticket.contact, name } }
}

export const pending = { status: 'pending', userId: null, user: null } as const

/** Somebody of queue 1 who is no admin. */
export const attendant = makeSessionUser({ profile: 'user', queues: [makeQueue({ id: 1 })] })

export async function openList(inbox: Partial<InboxData>, path = '/tickets') {
  const fake = startInboxServer(inbox)
  const console = await renderConsole(path)
  const row = (name: string | RegExp) => console.screen.getByRole('link', { name })
  return { ...fake, ...console, row }
}
