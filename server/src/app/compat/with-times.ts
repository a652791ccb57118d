// Rows with the times of their making and last change.
import type { RowTimes } from './row-facts.repo.ts'

/** Rows that are gone meanwhile have no times. */
export function withTimes<T extends { id: number }>(rows: readonly T[], times: ReadonlyMap<number, RowTimes>) {
  return rows.map((row) => ({
    ...row,
    createdAt: times.get(row.id)?.createdAt ?? null,
    updatedAt: times.get(row.id)?.updatedAt ?? null
  }))
}
