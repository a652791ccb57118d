// Asks WhatsApp which numbers of a list it knows: some at a time, in the background, by a connection that is up.
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { spellingsOf } from '@guiche/shared/kernel/phone.ts'
import { connectionForLookUps } from '#features/inbox/contacts/contacts.service.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { NumberLookup } from '#platform/whatsapp-port.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import * as people from './contact-list-items.repo.ts'
import { askForCheck, publishList } from './contact-lists.service.ts'

/** People asked about at once. */
const batch = 50

function checkedOf({ id, number }: people.ItemRow, answers: Map<string, NumberLookup>): people.CheckedItem {
  const real = spellingsOf(number)
    .map((spelling) => answers.get(spelling))
    .find((answer) => answer?.exists)
  return { id, asked: number, number: real?.number ?? number, isValid: real !== undefined }
}

interface Place {
  companyId: number
  contactListId: number
}

/** The next numbers of a list, and a job for those after them. Without a connection they wait for one. */
export async function checkNext(ctx: Ctx, { companyId, contactListId }: Place): Promise<void> {
  const items = await people.uncheckedItems(ctx.db, companyId, contactListId, batch)
  const connectionId = items.length === 0 ? null : await connectionForLookUps(ctx, companyId)
  if (connectionId === null) return
  const numbers = [...new Set(items.flatMap(({ number }) => spellingsOf(number)))]
  const found = await ctx.whatsapp.lookUp({ companyId, connectionId }, numbers).catch((error: unknown) => {
    // The connection closed meanwhile: its opening asks again.
    if (error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED') return null
    throw error
  })
  if (found === null) return
  const answers = new Map(found.map((answer) => [answer.asked, answer]))
  await inTransaction(ctx, async (tx) => {
    await people.writeChecks(
      tx.db,
      companyId,
      items.map((item) => checkedOf(item, answers)),
      tx.now()
    )
    if ((await people.uncheckedItems(tx.db, companyId, contactListId, 1)).length > 0) {
      await askForCheck(tx, companyId, contactListId)
    }
    await publishList(tx, companyId, contactListId)
  }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_NO_CONTACT_LIST_FOUND') return
    throw error
  })
}

/** What waited for a connection, of one company or of all. */
export async function checkWaiting(ctx: Ctx, companyId: number | null): Promise<void> {
  for (const place of await people.listsToCheck(ctx.db, companyId)) {
    await askForCheck(ctx, place.companyId, place.contactListId)
  }
}
