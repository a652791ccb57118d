// How reading a stranger's file can end.

/** What ended the process that read a file; `stopped` is the server's own stop, and nobody's fault. */
export type EndReason = 'memory' | 'time' | 'stopped'

const sentences: Record<EndReason, string> = {
  memory: 'the file takes too much memory to read',
  time: 'the file takes too long to read',
  stopped: 'the server stops'
}

/** The process that read the file was ended. */
export class ReaderEnded extends Error {
  readonly reason: EndReason

  constructor(reason: EndReason, detail = '') {
    super(`${sentences[reason]}${detail}`)
    this.reason = reason
  }
}

/** The file is not what it should be, or holds more than is read of one. */
export class FileUnreadable extends Error {}

/** The file was not looked at: others are read, and too many wait. It can be tried again. */
export class ReaderBusy extends Error {
  constructor() {
    super('too many files wait to be read')
  }
}

/** True when it is the file's fault that it was not read; false for a server that stops, and for what is ours to mend. */
export const isUnreadable = (error: unknown): boolean =>
  error instanceof FileUnreadable || (error instanceof ReaderEnded && error.reason !== 'stopped')
