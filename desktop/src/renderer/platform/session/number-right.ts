// What this computer knows was told with the person's right to see numbers of customers, or without it.
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import { seesNumbers } from '@guiche/shared/kernel/access.ts'
import { dropParts } from '../state/persisted.ts'

/** Starts the page anew where that right was given or taken; false where it is the same. */
export function startsOver(before: SessionUser, now: SessionUser): boolean {
  if (seesNumbers(before) === seesNumbers(now)) return false
  dropParts(['desk'], [])
  window.location.reload()
  return true
}
