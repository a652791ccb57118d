// What the login page is to say of a login that was taken over; it survives the reload that follows, and no more.
import { z } from 'zod'
import { loginOriginSchema, type LoginOrigin } from '@guiche/shared/features/org/auth.ts'
import { ApiError } from '../net/api-error.ts'

const key = 'takenOver'

const noteSchema = z.object({ email: z.string(), by: loginOriginSchema.nullable() })
/** `by` is null where only a refused call told of it. */
export type TakeOverNote = z.infer<typeof noteSchema>

/** What is known already stays known: of whom, where a page that was just loaded does not know it, and whence it came. */
export function leaveTakeOverNote(email: string, by: LoginOrigin | null): void {
  const known = readTakeOverNote()
  const isSame = known !== null && (email === '' || known.email === email)
  const note: TakeOverNote = isSame ? { email: known.email, by: by ?? known.by } : { email, by }
  try {
    sessionStorage.setItem(key, JSON.stringify(note))
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

/** Whence the newer login came, as the refusal of a refresh says it; null where it does not. */
export function originOf(refused: unknown): LoginOrigin | null {
  if (!(refused instanceof ApiError)) return null
  const { browser, system, ...values } = refused.values
  const read = loginOriginSchema.safeParse({ ...values, browser: browser || null, system: system || null })
  return read.success ? read.data : null
}
