// Code that the first screen does not need: fetched once that stands still, so that nobody waits for it later.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

type Load = () => Promise<unknown>

const waiting = new Set<Load>()

/** A component in a chunk of its own, which is fetched in a quiet moment or when it is shown; put it in a `Suspense`. */
export function later<P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> {
  waiting.add(load)
  return lazy(async () => ({ default: await load() }))
}

/** What has been put off and was not fetched yet. */
export function takeLater(): Load[] {
  const loads = [...waiting]
  waiting.clear()
  return loads
}
