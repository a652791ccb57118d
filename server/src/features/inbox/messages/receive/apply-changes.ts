// Edits, deletions and reactions that customers (or the own phone) make to messages already stored.
import { emptyCopiesSoon } from '#features/inbox/erasure/erasure.service.ts'
import { addressesOf } from '#features/inbox/contacts/identity/resolve-contacts.ts'
import type { Ctx } from '#platform/ctx.ts'
import { quotingIds } from '../deleted-content.repo.ts'
import { renewLastMessages } from '../read/last-message.ts'
import { chatKey, type OpenChat, type Received } from './open-chats.ts'
import { markDeleted, markEdited, markReactions, type ReactionChange, type TargetedChange } from './receive.repo.ts'

/** Applies a batch's changes, set by set; returns the ids of the messages that look different now. */
export async function applyChanges(
  tx: Ctx,
  companyId: number,
  batch: Received[],
  chats: Map<string, OpenChat>
): Promise<string[]> {
  const edits = new Map<string, TargetedChange>()
  const deletions = new Map<string, TargetedChange>()
  const reactions = new Map<string, ReactionChange>()
  for (const { connectionId, message } of batch) {
    const contact = chats.get(chatKey(connectionId, message.chat.address))?.contact
    if (!contact) continue
    const people = message.sender && addressesOf(message.sender)
    const target = {
      connectionId: connectionId,
      contactId: contact.id,
      fromMe: message.fromMe,
      writers: message.fromMe ? null : people
    }
    const place = `${connectionId}|${contact.id}`
    // Of several changes to one message the last one counts.
    if (message.type === 'edit')
      edits.set(`${place}|${message.targetWaId}`, { ...target, waId: message.targetWaId, body: message.body })
    if (message.type === 'delete')
      deletions.set(`${place}|${message.targetWaId}`, {
        ...target,
        waId: message.targetWaId,
        fromMe: message.targetFromMe,
        ...(message.byOther ? { writers: null } : {})
      })
    if (message.type === 'reaction') {
      const by = message.fromMe ? ['me'] : (people ?? [String(contact.id)])
      reactions.set(`${place}|${message.targetWaId}|${by.toSorted()[0]}`, {
        connectionId: connectionId,
        contactId: contact.id,
        waId: message.targetWaId,
        fromMe: message.targetFromMe,
        emoji: message.emoji,
        byMe: message.fromMe,
        by,
        name: message.fromMe ? '' : (message.pushName ?? contact.name)
      })
    }
  }
  const edited = edits.size > 0 ? await markEdited(tx.db, companyId, [...edits.values()]) : []
  const deleted = deletions.size > 0 ? await markDeleted(tx.db, companyId, [...deletions.values()]) : []
  await emptyCopiesSoon(tx, companyId, { messageIds: deleted })
  await renewLastMessages(tx, companyId, [...edited, ...deleted])
  const changed = new Set([...edited, ...deleted, ...(await quotingIds(tx.db, companyId, deleted))])
  // One statement changes a row once: reactions of several people to one message go one person at a time.
  for (const round of rounds([...reactions.values()])) {
    for (const id of await markReactions(tx.db, companyId, round)) changed.add(id)
  }
  return [...changed]
}

/** Splits reactions so that each part names a message once. */
function rounds(reactions: ReactionChange[]): ReactionChange[][] {
  const parts: { seen: Set<string>; list: ReactionChange[] }[] = []
  for (const reaction of reactions) {
    const key = `${reaction.connectionId}|${reaction.contactId}|${reaction.waId}`
    const part = parts.find(({ seen }) => !seen.has(key))
    if (part) {
      part.seen.add(key)
      part.list.push(reaction)
    } else parts.push({ seen: new Set([key]), list: [reaction] })
  }
  return parts.map(({ list }) => list)
}
