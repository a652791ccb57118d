// What the table says of the connections a node has: followed, lost, or left to whoever writes the row.
import { expect, it } from 'vitest'
import type { ClaimedSession } from './lease.repo.ts'
import { compareRows, isOwned, nameOf, type OwnedConnection, release, takenOver } from './owned-connection.ts'

const row: ClaimedSession = {
  companyId: 1,
  connectionId: 2,
  wanted: 'running',
  generation: 3,
  command: null,
  pairingNumber: null,
  epoch: 4,
  wasOwned: true,
  place: 1
}
const taken = (more: Partial<OwnedConnection> = {}): OwnedConnection => ({ ...takenOver(row, 7), ...more })

it('a connection that was just taken has no session, and nothing was carried out for it', () => {
  expect(takenOver(row, 7)).toMatchObject({
    ref: { companyId: 1, connectionId: 2, epoch: 4 },
    term: 7,
    wasOwned: true,
    session: null,
    startedWith: -1,
    carriedOut: -1
  })
})

it.each([
  ['its row, under the same taking', [row], {}, 'ordered'],
  ['no row', [], {}, 'lost'],
  ['a row of a later taking', [{ ...row, epoch: 5 }], {}, 'lost'],
  ['the row of another company', [{ ...row, companyId: 9 }], {}, 'lost'],
  ['no row, while an order is carried out', [], { running: Promise.resolve() }, 'neither'],
  ['no row, while it is given back', [], { isResting: true }, 'neither']
])('%s', (_what, rows, more, where) => {
  const one = taken(more)
  const { ordered, lost } = compareRows([one], rows)
  expect(ordered.map(([mine]) => mine)).toEqual(where === 'ordered' ? [one] : [])
  expect(lost).toEqual(where === 'lost' ? [one] : [])
})

it('what was lost and taken anew is not released by whoever had it before', () => {
  const [before, now] = [taken(), taken({ term: 8 })]
  const all = new Map([[nameOf(row), now]])
  release(all, before)
  expect(isOwned(all, before)).toBe(false)
  expect(isOwned(all, now)).toBe(true)
  release(all, now)
  expect(all.size).toBe(0)
})
