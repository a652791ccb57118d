// Finds circles among imports (Tarjan's strongly connected components), each told as one round trip.

/** Every group of files that reach each other, as a path that ends where it starts. */
export function findCircles(graph: Map<string, string[]>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const groups: Set<string>[] = []

  const visit = (node: string): void => {
    index.set(node, index.size)
    low.set(node, index.get(node) ?? 0)
    stack.push(node)
    onStack.add(node)
    for (const next of graph.get(node) ?? []) {
      if (!index.has(next)) {
        visit(next)
        low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0))
      } else if (onStack.has(next)) low.set(node, Math.min(low.get(node) ?? 0, index.get(next) ?? 0))
    }
    if (low.get(node) !== index.get(node)) return
    const group = new Set(stack.splice(stack.indexOf(node)))
    for (const member of group) onStack.delete(member)
    if (group.size > 1 || (graph.get(node) ?? []).includes(node)) groups.push(group)
  }
  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return groups.map((group) => roundTrip(graph, group))
}

/** The shortest way from a group's first file back to itself. */
function roundTrip(graph: Map<string, string[]>, group: Set<string>): string[] {
  const start = [...group].sort()[0] ?? ''
  const trips: string[][] = [[start]]
  const seen = new Set<string>()
  for (const trip of trips) {
    for (const next of graph.get(trip.at(-1) ?? '') ?? []) {
      if (next === start) return [...trip, start]
      if (!group.has(next) || seen.has(next)) continue
      seen.add(next)
      trips.push([...trip, next])
    }
  }
  return [start]
}
