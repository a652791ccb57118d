// The tree that a queue's options make: built from rows, and what may be put where. Pure.
import { mostLevels, type QueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import type { FlowOption } from './bot-flow.ts'

type Row = Pick<QueueOption, 'id' | 'parentId' | 'title' | 'message' | 'fileListId'>

/** The trees of rows whose siblings are in their order. */
export function treeOf(rows: readonly Row[]): FlowOption[] {
  const below = Map.groupBy(rows, ({ parentId }) => parentId)
  const build = (parentId: number | null): FlowOption[] =>
    (below.get(parentId) ?? []).map(({ id, title, message, fileListId }) => ({
      id,
      title,
      message,
      fileListId,
      children: build(id)
    }))
  return build(null)
}

/** Ids from an option up to the beginning, itself first. */
function ancestors(rows: readonly Row[], id: number | null): number[] {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  const found: number[] = []
  for (let at = id; at !== null && !found.includes(at); at = parents.get(at) ?? null) found.push(at)
  return found
}

/** Whether all rows hang together below the first one, and none comes twice. */
export function isOneTree([root, ...below]: readonly Row[]): boolean {
  if (!root) return false
  const rows = [{ ...root, parentId: null }, ...below]
  return (
    new Set(rows.map(({ id }) => id)).size === rows.length &&
    rows.every(({ id }) => ancestors(rows, id).at(-1) === root.id)
  )
}

/** An option and all below it, itself first. */
export function withAllBelow<T extends Row>(rows: readonly T[], root: T): T[] {
  return [root, ...rows.filter(({ parentId }) => parentId === root.id).flatMap((child) => withAllBelow(rows, child))]
}

const levelsOf = (options: readonly FlowOption[]): number =>
  options.length === 0 ? 0 : 1 + Math.max(...options.map(({ children }) => levelsOf(children)))

function findIn(options: readonly FlowOption[], id: number): FlowOption | undefined {
  for (const option of options) {
    const found = option.id === id ? option : findIn(option.children, id)
    if (found) return found
  }
  return undefined
}

/** Whether an option (null: a new one) may stand below `parentId`: not below itself, and not too deep. */
export function mayStandBelow(rows: readonly Row[], id: number | null, parentId: number | null): boolean {
  const above = ancestors(rows, parentId)
  if (id !== null && above.includes(id)) return false
  const moved = id === null ? undefined : findIn(treeOf(rows), id)
  return above.length + 1 + levelsOf(moved?.children ?? []) <= mostLevels
}

/** Siblings with `id` at a place (from 1), or at the end. */
export function orderedWith(siblings: readonly number[], id: number, place: number | null | undefined): number[] {
  const others = siblings.filter((other) => other !== id)
  const at = place == null ? others.length : Math.min(place - 1, others.length)
  return [...others.slice(0, at), id, ...others.slice(at)]
}
