// Code that the first screen does not need: fetched once that stands still, so that nobody waits for it later.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

type Load = () => Promise<unknown>

function createLater() {
  let waiting: Load[] = []
  return {
    later: <P>(load: () => Promise<ComponentType<P>>): LazyExoticComponent<ComponentType<P>> => {
      waiting.push(load)
      return lazy(async () => ({ default: await load() }))
    },
    takeLater: (): Load[] => {
      const loads = waiting
      waiting = []
      return loads
    }
  }
}

const created = createLater()
/** A component in a chunk of its own, which is fetched in a quiet moment or when it is shown; put it in a `Suspense`. */
export const { later } = created
/** What has been put off and was not fetched yet. */
export const { takeLater } = created
