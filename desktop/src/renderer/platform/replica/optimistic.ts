// What was just done here and the server has not confirmed yet: changes drawn over rows, taken off in any order.
import type { Row } from './stamp.ts'

/** The row as it will look; undefined for one that will be gone. It is given what is known, which may be nothing. */
export type Drawing<T> = (row: T | undefined) => T | undefined

/** By the row's id, the earliest first. */
export type Drawings<T extends Row> = ReadonlyMap<T['id'], readonly Drawing<T>[]>

/** Some fields of a row that is known. */
export function drawPart<T extends Row>(part: Partial<T>): Drawing<T> {
  return (row) => row && { ...row, ...part }
}

export const drawOver = <T extends Row>(drawings: Drawings<T>, id: T['id'], row: T | undefined): T | undefined =>
  (drawings.get(id) ?? []).reduce((now, drawing) => drawing(now), row)

export const withDrawing = <T extends Row>(drawings: Drawings<T>, id: T['id'], drawing: Drawing<T>): Drawings<T> =>
  new Map(drawings).set(id, [...(drawings.get(id) ?? []), drawing])

export function withoutDrawing<T extends Row>(drawings: Drawings<T>, id: T['id'], drawing: Drawing<T>): Drawings<T> {
  const left = (drawings.get(id) ?? []).filter((other) => other !== drawing)
  const next = new Map(drawings)
  if (left.length > 0) next.set(id, left)
  else next.delete(id)
  return next
}
