// The tree of a queue's options: built from rows, what may be put where, and the numbers of siblings.
import { describe, expect, test } from 'vitest'
import { mostLevels } from '@guiche/shared/features/automation/chatbot.ts'
import { pathTo } from './bot-flow.ts'
import { mayStandBelow, orderedWith, treeOf } from './option-tree.ts'

const row = (id: number, parentId: number | null) => ({ id, parentId, title: `t${id}`, message: '', fileListId: null })
const rows = [row(1, null), row(2, 1), row(3, 1), row(4, 3), row(5, null)]

test('rows make a tree in their order', () =>
  expect(treeOf(rows).map(({ id, children }) => [id, children.map((child) => child.id)])).toEqual([
    [1, [2, 3]],
    [5, []]
  ]))

test('rows of a parent that is not there are left out', () => expect(treeOf([row(7, 6)])).toEqual([]))

test('the way to an option names all on it', () => {
  expect(pathTo(treeOf(rows), 4)?.map(({ id }) => id)).toEqual([1, 3, 4])
  expect(pathTo(treeOf(rows), 9)).toBeNull()
})

describe('an option', () => {
  test.each([
    [1, 1, false, 'not below itself'],
    [1, 4, false, 'not below what is below it'],
    [4, 5, true, 'below another'],
    [4, null, true, 'at the beginning'],
    [null, 4, true, 'a new one anywhere']
  ])('%s may stand below %s: %s (%s)', (id, parentId, may, _why) => expect(mayStandBelow(rows, id, parentId)).toBe(may))

  test('stands no deeper than there are levels, with all that is below it', () => {
    const chain = Array.from({ length: mostLevels }, (_, index) => row(index + 1, index === 0 ? null : index))
    expect(mayStandBelow(chain, null, mostLevels)).toBe(false)
    expect(mayStandBelow(chain, null, mostLevels - 1)).toBe(true)
    const pair = [...chain.slice(0, mostLevels - 1), row(100, null), row(101, 100)]
    expect(mayStandBelow(pair, 100, mostLevels - 1)).toBe(false)
    expect(mayStandBelow(pair, 100, mostLevels - 2)).toBe(true)
  })
})

test.each([
  [[1, 2, 3], 3, 1, [3, 1, 2]],
  [[1, 2, 3], 1, 3, [2, 3, 1]],
  [[1, 2, 3], 1, 99, [2, 3, 1]],
  [[1, 2, 3], 2, null, [1, 3, 2]],
  [[1, 2], 9, 2, [1, 9, 2]],
  [[], 9, undefined, [9]]
])('%j with %d at %s is %j', (siblings, id, place, ordered) =>
  expect(orderedWith(siblings, id, place)).toEqual(ordered)
)
