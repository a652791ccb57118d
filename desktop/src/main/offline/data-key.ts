// The key of what the console keeps on the disk: made once, given to the secure store, never written anywhere else.
import { randomBytes } from 'node:crypto'
import type { Log } from '../platform/log.ts'
import type { SecureStore } from '../login/secure-store.ts'

export interface DataKey {
  /** Null while no lasting place hands the key out, or takes a new one. */
  get(): Promise<Buffer | null>
  /** Asks the places again at the next `get`; `isOpen` when the keychain has just taken something. */
  lookAgain(isOpen: boolean): void
}

interface Parts {
  secrets: Pick<SecureStore, 'get' | 'set' | 'delete'>
  /** True when there are files that only the present key opens. */
  hasFiles: () => boolean
  /** Throws away what no key opens any more. */
  giveUp: () => void
  log: Log
}

const secretName = 'data key'
const length = 32

function parse(text: string | null): Buffer | null {
  const key = Buffer.from(text ?? '', 'base64')
  return key.length === length ? key : null
}

export function createDataKey({ secrets, hasFiles, giveUp, log }: Parts): DataKey {
  let known: Buffer | null = null
  let isAsked = false
  let isOpen = false

  const make = async (): Promise<Buffer | null> => {
    const key = randomBytes(length)
    if ((await secrets.set(secretName, key.toString('base64'))) !== 'memory') return key
    // It would be gone at the next start, and what it has sealed with it.
    await secrets.delete(secretName)
    return null
  }
  const find = async (): Promise<Buffer | null> => {
    const found = parse(await secrets.get(secretName))
    if (found) return found
    // A locked keychain answers like an empty one. One that has just taken a login is open, and the key is lost.
    if (hasFiles()) {
      if (!isOpen) return null
      log.warn('key of the kept files is gone')
      giveUp()
    }
    return make()
  }
  return {
    get: async () => {
      if (known === null && !isAsked) {
        isAsked = true
        known = await find()
      }
      return known
    },
    lookAgain: (open) => {
      isAsked = false
      isOpen ||= open
    }
  }
}
