// Who is signed in, as a server knows them.
import { z } from 'zod'

export const person = z.object({ companyId: z.number(), userId: z.number() })
export type Person = z.infer<typeof person>

export const isSamePerson = (a: Person | null, b: Person): boolean =>
  a?.companyId === b.companyId && a.userId === b.userId
