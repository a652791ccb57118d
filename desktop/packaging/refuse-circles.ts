// Fails a build of the console whose files need one another in a ring: the first of them would run before what it stands on.
import type { Plugin } from 'vite'

/** A way from a file over what it imports back to itself, or null. `imports` by file name. */
export function circleIn(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>()
  const walk = (file: string, way: string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return null
    for (const next of imports.get(file) ?? []) {
      const ring = walk(next, [...way, file])
      if (ring) return ring
    }
    done.add(file)
    return null
  }
  for (const file of imports.keys()) {
    const ring = walk(file, [])
    if (ring) return ring
  }
  return null
}

export function refuseCircles(): Plugin {
  return {
    name: 'refuse-rings',
    generateBundle: (_options, bundle) => {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const ring = circleIn(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
      if (ring)
        throw new Error(
          `files of the console need one another: ${ring.join(' -> ')}; see codeSplitting in vite.config.ts`
        )
    }
  }
}
