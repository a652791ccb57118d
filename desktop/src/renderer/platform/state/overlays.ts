// What was just done here and the server has not confirmed yet: changes laid over rows, taken off in any order.

/** By the row's id, the earliest change first. */
export type Overlays<K, T> = ReadonlyMap<K, readonly Partial<T>[]>

/** The last look of a row, so that it is the same object as long as nothing changes. */
const looks = new WeakMap<object, { parts: unknown; look: unknown }>()

/** The row as it looks here. */
export function overlaid<K, T extends object>(overlays: Overlays<K, T>, key: K, row: T): T {
  const parts = overlays.get(key)
  if (!parts) return row
  const known = looks.get(row)
  if (known?.parts === parts) return known.look as T
  const look = Object.assign({}, row, ...parts) as T
  looks.set(row, { parts, look })
  return look
}

export const withPart = <K, T>(overlays: Overlays<K, T>, key: K, part: Partial<T>): Overlays<K, T> =>
  new Map(overlays).set(key, [...(overlays.get(key) ?? []), part])

export function withoutPart<K, T>(overlays: Overlays<K, T>, key: K, part: Partial<T>): Overlays<K, T> {
  const left = (overlays.get(key) ?? []).filter((other) => other !== part)
  const next = new Map(overlays)
  if (left.length > 0) next.set(key, left)
  else next.delete(key)
  return next
}
