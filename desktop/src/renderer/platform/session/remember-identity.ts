// Who is signed in, written where legacy clients on the same origin read it.
import dayjs from 'dayjs'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import { dueDay } from '@guiche/shared/features/org/due-dates.ts'

export function rememberIdentity(user: SessionUser, isCampaigning: boolean): void {
  localStorage.setItem('companyId', String(user.companyId))
  localStorage.setItem('userId', String(user.id))
  const { dueDate } = user.company
  if (dueDate === null) localStorage.removeItem('companyDueDate')
  else localStorage.setItem('companyDueDate', dayjs(dueDay(dueDate)).format('DD/MM/YYYY'))
  // Presence is what counts; legacy clients write the word null.
  if (isCampaigning) localStorage.setItem('cshow', 'null')
  else localStorage.removeItem('cshow')
}
