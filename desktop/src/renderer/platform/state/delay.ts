// Work that is done a while after it was asked for, once for all who asked meanwhile.

export interface Delay {
  /** Waits, unless it waits already. */
  begin(): void
  /** Waits from now on, however long it has waited already. */
  restart(): void
  stop(): void
}

export function createDelay(milliseconds: number, work: () => void): Delay {
  let timer: ReturnType<typeof setTimeout> | undefined
  function stop(): void {
    clearTimeout(timer)
    timer = undefined
  }
  function begin(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      work()
    }, milliseconds)
  }
  return {
    begin,
    restart: () => {
      stop()
      begin()
    },
    stop
  }
}
