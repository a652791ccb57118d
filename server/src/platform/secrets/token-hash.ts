// What is kept of a token that a program calls with: nobody who reads it can call.
import { createHash } from 'node:crypto'

/** As the migration of the stored tokens makes it: SHA-256 of the text, in hex. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('hex')
