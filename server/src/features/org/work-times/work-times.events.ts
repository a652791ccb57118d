// The hook of those who have to do with people on leave.
import { hook } from '#platform/events/hooks.ts'

/** Somebody is away from now on. `standInId`: a colleague who is here and has what was theirs; null for nobody. */
export interface BegunLeave {
  companyId: number
  userId: number
  name: string
  standInId: number | null
}

/** Runs in the transaction in which a leave begins: give what they have to others. */
export const leaveBegun = hook<[leave: BegunLeave]>('leave begun')
