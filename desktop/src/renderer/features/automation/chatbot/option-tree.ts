// The tree that the options of a queue make, and what a move changes in it. Pure.
import type { QueueOption } from '@guiche/shared/features/automation/chatbot.ts'

export interface OptionNode {
  option: QueueOption
  /** As a customer would get there: `2.1`. */
  path: string
  children: OptionNode[]
}

/** The options below `parentId` in their order. */
export function treeOf(options: readonly QueueOption[], parentId: number | null = null, above = ''): OptionNode[] {
  return options
    .filter((option) => option.parentId === parentId)
    .toSorted((a, b) => a.option - b.option || a.id - b.id)
    .map((option, index) => {
      const path = `${above}${index + 1}`
      return { option, path, children: treeOf(options, option.id, `${path}.`) }
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

/** How many options go when one is deleted: itself and all below it. */
export const sizeOf = ({ children }: OptionNode): number => 1 + children.reduce((sum, child) => sum + sizeOf(child), 0)

/** The side of a row at which another one is dropped. */
export type DropSide = 'before' | 'after'

/** The place among the siblings that `moved` takes when it is dropped on one side of `target`. */
export function indexOnDrop(moved: number, target: number, side: DropSide): number {
  const place = side === 'before' ? target : target + 1
  return moved < place ? place - 1 : place
}
