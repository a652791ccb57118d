// The tree that the options of a queue make, and what a move changes in it. Pure.
import type { QueueOption } from '@guiche/shared/features/automation/chatbot.ts'

export interface OptionNode {
  option: QueueOption
  /** As a customer would get there: `2.1`. */
  path: string
  /** From 1. */
  level: number
  children: OptionNode[]
}

/** What choosing an option does: it asks further, says something, sends files, or leads to a person. */
export type OptionKind = 'menu' | 'text' | 'files' | 'person'

/** What the editor shows: an option, a new one inside another or at the beginning, or nothing. */
export type Edited = { id: number } | { parentId: number | null; after: number | null } | null

/** As the machine of the server reads it. */
export function kindOf({ option, children }: OptionNode): OptionKind {
  if (children.length > 0) return 'menu'
  if (option.fileListId !== null) return 'files'
  return option.message.trim() === '' ? 'person' : 'text'
}

/** The options below `parentId` in their order. */
export function treeOf(options: readonly QueueOption[], parentId: number | null = null, above = ''): OptionNode[] {
  return options
    .filter((option) => option.parentId === parentId)
    .toSorted((a, b) => a.option - b.option || a.id - b.id)
    .map((option, index) => {
      const path = `${above}${index + 1}`
      return { option, path, level: path.split('.').length, children: treeOf(options, option.id, `${path}.`) }
    })
}

/** The options with one of them at another place among its siblings. */
export function withMove(options: readonly QueueOption[], moved: QueueOption, place: number): QueueOption[] {
  const siblings = treeOf(options, moved.parentId).map(({ option }) => option.id)
  const others = siblings.filter((id) => id !== moved.id)
  const order = [...others.slice(0, place - 1), moved.id, ...others.slice(place - 1)]
  return options.map((option) =>
    order.includes(option.id) ? { ...option, option: order.indexOf(option.id) + 1 } : option
  )
}

/** The option in the tree; null when it is not there. */
export function nodeIn(tree: readonly OptionNode[], id: number): OptionNode | null {
  for (const node of tree) {
    const found = node.option.id === id ? node : nodeIn(node.children, id)
    if (found) return found
  }
  return null
}

/** The options of one level. */
export const siblingsOf = (tree: readonly OptionNode[], parentId: number | null): readonly OptionNode[] =>
  parentId === null ? tree : (nodeIn(tree, parentId)?.children ?? [])

/** What is seen of the tree from above while some of it is folded. */
export const visibleNodes = (tree: readonly OptionNode[], closed: readonly number[]): OptionNode[] =>
  tree.flatMap((node) => [node, ...(closed.includes(node.option.id) ? [] : visibleNodes(node.children, closed))])

/** The side of a row at which another one is dropped. */
export type DropSide = 'before' | 'after'

/** The place among the siblings that `moved` takes when it is dropped on one side of `target`. */
export function indexOnDrop(moved: number, target: number, side: DropSide): number {
  const place = side === 'before' ? target : target + 1
  return moved < place ? place - 1 : place
}
