// Thanks behind a completed service leave its ticket closed: decided before what a customer wrote would open it again.
import type { WrittenIntoClosed } from '#features/inbox/messages/messages.events.ts'
import type { Ctx } from '#platform/ctx.ts'
import { concludedLately } from './bot.repo.ts'
import { isClosingRemark } from '../machine/closing-remarks.ts'

/** A step of `closedWritten`. Costs no statement where something else was written. */
export async function handleClosingRemarks(
  tx: Ctx,
  companyId: number,
  written: WrittenIntoClosed,
  stay: Set<number>
): Promise<void> {
  const thanked = [...written].filter(([, texts]) => texts.every((text) => text !== null && isClosingRemark(text)))
  if (thanked.length === 0) return
  const ids = thanked.map(([id]) => id)
  for (const id of await concludedLately(tx.db, companyId, ids, tx.now().getTime())) stay.add(id)
}
