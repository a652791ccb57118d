// Who is typing in which conversation, for a few seconds after the last sign of it.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { onSignedOut } from '#platform/session/session.ts'

interface Sign {
  userId: number
}

interface TypingSigns<S extends Sign> {
  /** By conversation, the latest sign last. */
  use: UseBoundStore<StoreApi<{ signs: ReadonlyMap<number, readonly S[]> }>>
  begin: (conversationId: number, sign: S) => void
  stop: (conversationId: number, userId: number) => void
}

/** Signs count for `lasts` milliseconds, and are repeated while the typing goes on. */
export function createTypingSigns<S extends Sign>(lasts: number): TypingSigns<S> {
  const use = create<{ signs: ReadonlyMap<number, readonly S[]> }>(() => ({ signs: new Map() }))
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  function put(conversationId: number, userId: number, sign: S | null): void {
    const now = use.getState().signs.get(conversationId) ?? []
    const others = now.filter((one) => one.userId !== userId)
    if (sign === null && others.length === now.length) return
    const next = sign === null ? others : [...others, sign]
    use.setState(({ signs }) => ({ signs: new Map(signs).set(conversationId, next) }))
  }
  function stop(conversationId: number, userId: number): void {
    const key = `${conversationId} ${userId}`
    clearTimeout(timers.get(key))
    timers.delete(key)
    put(conversationId, userId, null)
  }
  function begin(conversationId: number, sign: S): void {
    const { userId } = sign
    const key = `${conversationId} ${userId}`
    clearTimeout(timers.get(key))
    timers.set(
      key,
      setTimeout(() => stop(conversationId, userId), lasts)
    )
    put(conversationId, userId, sign)
  }
  onSignedOut(() => {
    timers.forEach(clearTimeout)
    timers.clear()
    use.setState({ signs: new Map() })
  })
  return { use, begin, stop }
}
