// The tree of options in the editor: order, paths, moves.
import { expect, test } from 'vitest'
import { makeOption } from '#test/factories.ts'
import { indexOnDrop, treeOf, withMove } from './option-tree.ts'

const a = makeOption({ id: 1, title: 'A' })
const b = makeOption({ id: 2, title: 'B', option: 2 })
const c = makeOption({ id: 3, title: 'C', option: 3 })
const child = makeOption({ id: 4, title: 'A1', parentId: 1 })

test('rows in any order make a tree with the way of the numbers to each', () => {
  const [first, ...others] = treeOf([c, child, b, a])
  expect(first?.children.map(({ path }) => path)).toEqual(['1.1'])
  expect(others.map(({ path, option }) => `${path} ${option.title}`)).toEqual(['2 B', '3 C'])
})

test.each([
  [c, 1, 'C A B'],
  [a, 3, 'B C A'],
  [b, 2, 'A B C']
])('moving $title to place %i makes %s', (moved, place, order) => {
  const options = withMove([a, b, c, child], moved, place)
  expect(
    treeOf(options)
      .map(({ option }) => option.title)
      .join(' ')
  ).toBe(order)
  expect(options.find(({ id }) => id === 4)).toEqual(child)
})

test.each([
  [1, 3, 'before', 2],
  [1, 3, 'after', 3],
  [3, 1, 'before', 1],
  [3, 1, 'after', 2],
  [2, 1, 'after', 2],
  [2, 3, 'before', 2]
] as const)('%i dropped on %i, %s it, stands at %i', (moved, target, side, place) =>
  expect(indexOnDrop(moved, target, side)).toBe(place)
)
