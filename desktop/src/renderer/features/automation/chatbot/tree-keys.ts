// The keys of the tree: arrows walk and open, Enter edits, Alt with an arrow moves, Insert adds, Delete deletes.
import type { KeyboardEvent } from 'react'
import type { OptionNode } from './option-tree.ts'

interface TreeKeys {
  /** Those that are seen, from above. */
  rows: readonly OptionNode[]
  closed: readonly number[]
  reached: OptionNode | undefined
  focus: (id: number) => void
  toggle: (id: number, isOpen: boolean) => void
  edit: (id: number) => void
  move: (node: OptionNode, by: -1 | 1) => void
  remove: (node: OptionNode) => void
  addBeside: (node: OptionNode) => void
  addInside: (node: OptionNode) => void
}

/** What a key does, or null for one that means nothing here. */
function actionOf({ key, altKey, shiftKey }: KeyboardEvent, at: OptionNode, keys: TreeKeys): (() => void) | null {
  const { rows, closed, focus, toggle } = keys
  const { id, parentId } = at.option
  const walk = (node: OptionNode | undefined) => () => node && focus(node.option.id)
  const index = rows.indexOf(at)
  const isOpen = at.children.length > 0 && !closed.includes(id)
  switch (key) {
    case 'ArrowDown':
      return altKey ? () => keys.move(at, 1) : walk(rows[index + 1])
    case 'ArrowUp':
      return altKey ? () => keys.move(at, -1) : walk(rows[index - 1])
    case 'Home':
      return walk(rows[0])
    case 'End':
      return walk(rows.at(-1))
    case 'ArrowRight':
      if (at.children.length === 0) return null
      return isOpen ? walk(at.children[0]) : () => toggle(id, true)
    case 'ArrowLeft':
      return isOpen ? () => toggle(id, false) : walk(rows.find(({ option }) => option.id === parentId))
    case 'Enter':
    case ' ':
    case 'F2':
      return () => keys.edit(id)
    case 'Insert':
      return () => (shiftKey ? keys.addInside(at) : keys.addBeside(at))
    case 'Delete':
      return () => keys.remove(at)
    default:
      return null
  }
}

export function takeTreeKey(event: KeyboardEvent, keys: TreeKeys): void {
  if (!keys.reached || event.ctrlKey || event.metaKey) return
  const act = actionOf(event, keys.reached, keys)
  if (!act) return
  event.preventDefault()
  act()
}
