// Names of nodes: unlike any other, and telling whoever runs on the same machine whether the node is still alive.
import { randomUUID } from 'node:crypto'
import { isAlive, startOf, processIdentity } from '#database/process-identity.ts'

const separator = '|'

/** The name of this process among all nodes. */
export const makeNodeName = (): string =>
  [processIdentity(), process.pid, startOf(process.pid) ?? '', randomUUID().slice(0, 8)].join(separator)

/** A node of this machine that was killed. False when nobody here can tell. */
export function isDeadNeighbour(name: string): boolean {
  const [place, pid, started, ...rest] = name.split(separator)
  if (place !== processIdentity() || rest.length !== 1 || !Number.isInteger(Number(pid))) return false
  if (Number(pid) === process.pid) return started !== (startOf(process.pid) ?? '')
  return !isAlive(Number(pid)) || (startOf(Number(pid)) ?? '') !== started
}
