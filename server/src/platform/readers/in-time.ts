// What our own storage is asked for may never come: whoever waits for it, others wait behind them.

/** Milliseconds within which the storage gives what is read of one file. */
export const longestFetch = 30_000

/** What `work` comes to within `patience` ms. Errors: those of `work`, and one when it is late. */
export async function inTime<T>(work: Promise<T>, patience: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('a stored file did not come in time')), Math.max(1, patience))
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
