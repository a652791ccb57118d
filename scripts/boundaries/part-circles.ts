// Arrows between the parts of one room go one way: finds parts that reach each other, whatever files lie between.
import type { Finding } from '../finding.ts'
import { findCircles } from './circles.ts'
import { locationOf } from './module-location.ts'

const divided =
  /^((?:server\/src|desktop\/src\/renderer)\/features\/[^/]+\/[^/]+|server\/src\/(?:whatsapp|platform)|server\/simulator|desktop\/src\/main)\/[^/]+(?=\/)/

/** Room and part of a file; null where the room is not divided, and for tests. */
function partOf(file: string): { room: string; part: string } | null {
  const [part, room] = divided.exec(file) ?? []
  return part === undefined || room === undefined || locationOf(file).isTest ? null : { room, part }
}

/** `graph` has the files that each file imports. */
export function findPartCircles(graph: Map<string, string[]>): Finding[] {
  const rooms = new Map<string, Map<string, string[]>>()
  for (const [file, reached] of graph) {
    const from = partOf(file)
    if (!from) continue
    const others = reached.flatMap((one) => {
      const to = partOf(one)
      return to?.room === from.room && to.part !== from.part ? [to.part] : []
    })
    const parts = rooms.get(from.room) ?? new Map<string, string[]>()
    parts.set(from.part, [...(parts.get(from.part) ?? []), ...others])
    rooms.set(from.room, parts)
  }
  return [...rooms].flatMap(([room, parts]) => {
    const trips = findCircles(parts).map((trip) => trip.map((part) => part.slice(room.length + 1)).join(' -> '))
    return trips.map((text) => ({ rule: 'parts', file: room, line: 1, text }))
  })
}
