// Waits for a condition instead of for a time.

/** Milliseconds between two looks. */
const pause = 25

/** The first value that is neither null, undefined nor false. Errors: names what did not happen in time. */
export async function eventually<T>(
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  what: string,
  patience = 30_000
): Promise<T> {
  const until = Date.now() + patience
  let last: unknown
  for (;;) {
    try {
      const seen = await look()
      if (seen !== null && seen !== undefined && seen !== false) return seen
    } catch (error) {
      last = error
    }
    if (Date.now() > until) throw new Error(`${what} did not happen within ${patience / 1000} s`, { cause: last })
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
