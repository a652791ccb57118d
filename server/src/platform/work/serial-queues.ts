// Does together what comes for one key while earlier work for it is under way, one batch after the other.

export interface SerialQueues<Item> {
  /** Resolves when the item's batch is done. Errors: those of the item alone. */
  add(key: number, item: Item): Promise<void>
}

export interface SerialQueueOptions<Item> {
  work: (key: number, items: Item[]) => Promise<void>
  /** Weight of a batch, unless a single item has more. */
  most: number
  weightOf?: (item: Item) => number
}

interface Waiting<Item> {
  item: Item
  resolve: () => void
  reject: (error: unknown) => void
}

/**
 * Makes queues, one for each key. A transaction for every item would spend most of its time on waiting for the others;
 * this way the busier it gets, the more go together. A batch that fails is tried again item by item: what is impossible
 * for one must not keep the others from being done.
 */
export function createSerialQueues<Item>({
  work,
  most,
  weightOf = () => 1
}: SerialQueueOptions<Item>): SerialQueues<Item> {
  const queues = new Map<number, Waiting<Item>[]>()

  const takeTogether = (waiting: Waiting<Item>[]): Waiting<Item>[] => {
    let weight = 0
    const fits = waiting.findIndex(({ item }, index) => (weight += weightOf(item)) > most && index > 0)
    return waiting.splice(0, fits < 0 ? waiting.length : fits)
  }

  const settle = async (key: number, together: Waiting<Item>[]): Promise<void> => {
    try {
      await work(
        key,
        together.map(({ item }) => item)
      )
      for (const one of together) one.resolve()
    } catch (error) {
      if (together.length === 1) return together[0]?.reject(error)
      for (const one of together) await settle(key, [one])
    }
  }

  const run = async (key: number, waiting: Waiting<Item>[]): Promise<void> => {
    while (waiting.length > 0) await settle(key, takeTogether(waiting))
    queues.delete(key)
  }

  return {
    add: (key, item) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const one = { item, resolve, reject }
      const queue = queues.get(key)
      if (queue) queue.push(one)
      else {
        const waiting = [one]
        queues.set(key, waiting)
        void run(key, waiting)
      }
      return promise
    }
  }
}
