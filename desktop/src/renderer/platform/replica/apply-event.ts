// Events that say something of entities: what each payload says of them, with its number in the order of the company.
import type { ReceivedPayload, WireEvent } from '@guiche/shared/kernel/wire-event.ts'
import { listen } from '../net/realtime.ts'
import { putEntity, removeEntity, type Entities } from './entities.ts'
import type { Row } from './stamp.ts'

/** A row as it is now, new or not, or the id of one that is gone; null for what says nothing of them. */
type Said<T extends Row> = { row: T; isNew?: boolean } | { gone: T['id'] } | null

/** Puts what an event says into the rows of a list, whether it is shown or not. */
export function applyEvent<T extends Row, E extends WireEvent>(
  { entities }: { entities: Entities<T> },
  event: E,
  read: (payload: ReceivedPayload<E>) => Said<T>
): void {
  listen(event, (payload) => {
    const said = read(payload)
    const { seq } = payload as { seq?: number }
    if (said === null) return
    if ('gone' in said) removeEntity(entities, said.gone, { seq })
    else putEntity(entities, said.row, { seq, isNew: said.isNew ?? false })
  })
}
