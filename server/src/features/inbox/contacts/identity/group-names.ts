// Names of groups: their messages do not carry them, so WhatsApp is asked for those that have none.
import type { Ctx, EventBus } from '#platform/ctx.ts'
import { inTransaction } from '#platform/events/transaction.ts'
import type { Address, ConnectionRef } from '#platform/whatsapp-port.ts'
import { contactAppeared } from '../contacts.events.ts'
import * as repo from '../contacts.repo.ts'
import { noteParty } from './resolve-contacts.ts'

/** Asks for one name; what is not told stays as it is. */
async function nameGroup(ctx: Ctx, ref: ConnectionRef, address: Address): Promise<void> {
  const party = { address, phone: null, lid: null, isGroup: true }
  try {
    const { subject } = await ctx.whatsapp.groupInfo(ref, address)
    await inTransaction(ctx, (tx) => noteParty(tx, ref.companyId, party, subject))
  } catch (error) {
    ctx.log.debug({ err: error }, 'name of a group not told')
  }
}

/** A session is open: groups whose name was not told when they appeared are asked for again. */
export async function nameGroups(ctx: Ctx, ref: ConnectionRef): Promise<void> {
  for (const address of await repo.unnamedGroups(ctx.db, ref.companyId, ref.connectionId))
    await nameGroup(ctx, ref, address)
}

/** Asks for the names of groups that appear. */
export function listenForGroupNames(bus: EventBus): void {
  return bus.on(contactAppeared, async (ctx, { contactIds, ...ref }) => {
    if (!ctx.whatsapp.isConnected(ref)) return
    const rows = await repo.contactsByIds(ctx.db, ref.companyId, contactIds)
    for (const { isGroup, nameSource, waAddress } of rows)
      if (isGroup && nameSource === 'number' && waAddress !== null) await nameGroup(ctx, ref, waAddress)
  })
}
