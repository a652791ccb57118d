// What keeps a backup or a restore from being done: one sentence for the person who runs it.

/** The program prints the message and ends with status 1. */
export class BackupError extends Error {}
