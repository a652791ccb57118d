// What tickets carry of other things, changed when those things change: names, colours, pictures.
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import type { connectionEvent } from '@guiche/shared/features/inbox/connections.ts'
import type { contactEvent } from '@guiche/shared/features/inbox/contacts.ts'
import type { tagEvent } from '@guiche/shared/features/inbox/tags.ts'
import type { queueEvent } from '@guiche/shared/features/org/queues.ts'
import type { userEvent } from '@guiche/shared/features/org/users.ts'
import type { ReceivedPayload } from '@guiche/shared/kernel/wire-event.ts'

/** What changes of a ticket; null leaves it as it is. */
export type Rename = (ticket: Ticket) => Partial<Ticket> | null
const nothing: Rename = () => null

export function contactChange(event: ReceivedPayload<typeof contactEvent>): Rename {
  if (event.action === 'delete' || event.action === 'reload') return nothing
  const { id, name, number, email, profilePicUrl, isGroup } = event.contact
  return ({ contactId }) => (contactId === id ? { contact: { id, name, number, email, profilePicUrl, isGroup } } : null)
}

export function tagChange(event: ReceivedPayload<typeof tagEvent>): Rename {
  if (event.action === 'delete') {
    return ({ tags }) =>
      tags.some(({ id }) => id === event.tagId) ? { tags: tags.filter(({ id }) => id !== event.tagId) } : null
  }
  const { id, name, color } = event.tag
  return ({ tags }) =>
    tags.some((tag) => tag.id === id) ? { tags: tags.map((tag) => (tag.id === id ? { id, name, color } : tag)) } : null
}

export function queueChange(event: ReceivedPayload<typeof queueEvent>): Rename {
  if (event.action === 'delete') {
    return ({ queueId }) => (queueId === event.queueId ? { queueId: null, queue: null } : null)
  }
  const { id, name, color } = event.queue
  return ({ queueId }) => (queueId === id ? { queue: { id, name, color } } : null)
}

export function userChange(event: ReceivedPayload<typeof userEvent>): Rename {
  if (event.action === 'delete') return nothing
  const { id, name } = event.user
  return ({ user }) => (user?.id === id && user.name !== name ? { user: { id, name } } : null)
}

export function connectionChange(event: ReceivedPayload<typeof connectionEvent>): Rename {
  if (event.action === 'delete') return nothing
  const { id, name } = event.whatsapp
  return ({ whatsapp }) =>
    whatsapp?.id === id && whatsapp.name !== name ? { whatsapp: { id, name, connectionName: name } } : null
}
