// What the login page is to say of a login that was taken over; it survives the reload that follows, and no more.
import { z } from 'zod'
import { loginOriginSchema, type LoginOrigin } from '@guiche/shared/features/org/auth.ts'

const key = 'takenOver'

const noteSchema = z.object({ email: z.string(), by: loginOriginSchema.nullable() })
/** `by` is null where only a refused call told of it. */
export type TakeOverNote = z.infer<typeof noteSchema>

export function leaveTakeOverNote(email: string, by: LoginOrigin | null): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ email, by } satisfies TakeOverNote))
  } catch {
    // Without a storage the login page says nothing of it.
  }
}

export function readTakeOverNote(): TakeOverNote | null {
  try {
    return noteSchema.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

export const dropTakeOverNote = (): void => sessionStorage.removeItem(key)
