// What was just done here and the server has not confirmed yet: changes laid over rows, taken off in any order.

/** By the row's id, the earliest change first. */
export type Overlays<K, T> = ReadonlyMap<K, readonly Partial<T>[]>

/** The row as it looks here. */
export const overlaid = <K, T>(overlays: Overlays<K, T>, key: K, row: T): T => {
  const parts = overlays.get(key)
  return parts ? Object.assign({}, row, ...parts) : row
}

export const withPart = <K, T>(overlays: Overlays<K, T>, key: K, part: Partial<T>): Overlays<K, T> =>
  new Map(overlays).set(key, [...(overlays.get(key) ?? []), part])

export const withoutPart = <K, T>(overlays: Overlays<K, T>, key: K, part: Partial<T>): Overlays<K, T> => {
  const left = (overlays.get(key) ?? []).filter((other) => other !== part)
  const next = new Map(overlays)
  if (left.length > 0) next.set(key, left)
  else next.delete(key)
  return next
}
