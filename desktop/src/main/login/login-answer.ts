// Reads in the answer to a login who was let in, or that the keychain is locked.
import { z } from 'zod'
import { keychainLocked, type ServerAnswer } from '#bridge/login-channels.ts'
import type { Person } from './person.ts'

const entry = z.object({ user: z.object({ id: z.number(), companyId: z.number() }) })

/** True when the keychain does not hand out the login. */
export const isLocked = ({ status, text }: ServerAnswer): boolean => status === 0 && text.includes(keychainLocked)

/** Null when nobody was. */
export function personIn({ status, text }: ServerAnswer): Person | null {
  if (status !== 200) return null
  try {
    const { user } = entry.parse(JSON.parse(text))
    return { companyId: user.companyId, userId: user.id }
  } catch {
    // Not an answer of ours.
    return null
  }
}
