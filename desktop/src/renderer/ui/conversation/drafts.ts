// What was begun to write in each conversation; a draft that is empty again is let go.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { onSignedOut } from '#platform/session/session.ts'

interface Drafts<D> {
  use: UseBoundStore<StoreApi<{ drafts: ReadonlyMap<number, D> }>>
  /** Returns what is left of it, null for nothing. */
  save: (conversationId: number, part: Partial<D>) => D | null
}

export function createDrafts<D extends object>(none: D): Drafts<D> {
  const use = create<{ drafts: ReadonlyMap<number, D> }>(() => ({ drafts: new Map() }))
  const fields = Object.keys(none) as (keyof D)[]
  onSignedOut(() => use.setState({ drafts: new Map() }))
  return {
    use,
    save: (conversationId, part) => {
      const next = new Map(use.getState().drafts)
      const draft = { ...none, ...next.get(conversationId), ...part }
      const isEmpty = fields.every((field) => draft[field] === none[field])
      if (isEmpty) next.delete(conversationId)
      else next.set(conversationId, draft)
      use.setState({ drafts: next })
      return isEmpty ? null : draft
    }
  }
}
