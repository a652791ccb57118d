// One line that says how far it is: rewritten at a terminal, now and then in a log.

export type Progress = (what: string, bytes: number) => void

/** Prints to stderr, so that stdout has the result alone. */
export function createProgress(): Progress {
  const pause = process.stderr.isTTY ? 200 : 10_000
  let said = Date.now()
  return (what, bytes) => {
    if (Date.now() - said < pause) return
    said = Date.now()
    const text = `${(bytes / 1_048_576).toFixed(1)} MB  ${what}`
    process.stderr.write(process.stderr.isTTY ? `\r\u001B[K${text.slice(0, 100)}\r` : `${text}\n`)
  }
}
