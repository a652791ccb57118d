// Scheduled messages: those of the days that the calendar shows, and those that wait for a person's word.
import { create } from 'zustand'
import { contactEvent } from '@guiche/shared/features/inbox/contacts.ts'
import {
  decideSchedule,
  deleteSchedule,
  listSchedules,
  scheduleEvent,
  updateSchedule,
  type Schedule
} from '@guiche/shared/features/outreach/schedules.ts'
import { call } from '#platform/net/http.ts'
import { createMeanwhile } from '#platform/state/meanwhile.ts'
import { listen } from '#platform/net/realtime.ts'
import type { Read } from '#platform/replica/reading.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { addDays } from './calendar-days.ts'
import { instantOf } from '#platform/session/company-clock.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

/** Pages of a range that are asked for at the most. */
const mostPages = 20

interface CalendarState {
  /** First and last day that are shown. */
  range: { from: string; to: string } | null
  search: string
  items: Schedule[]
  phase: 'idle' | 'loading' | 'ready' | 'failed'
  error: unknown
}
const empty: CalendarState = { range: null, search: '', items: [], phase: 'idle', error: null }
export const useCalendar = create<CalendarState>(() => empty)

const byMoment = (a: Schedule, b: Schedule): number => a.sendAt.localeCompare(b.sendAt) || a.id - b.id

async function fetchAll(query: object, read: Read): Promise<Schedule[]> {
  const found: Schedule[] = []
  for (let pageNumber = 1; pageNumber <= mostPages; pageNumber++) {
    const { schedules, hasMore } = await read(listSchedules, { query: { ...query, pageNumber } })
    found.push(...schedules)
    if (!hasMore) break
  }
  return found
}

const meanwhile = createMeanwhile<Schedule[]>()

/** Loads the range that is shown, behind what is shown. */
export async function reloadCalendar(): Promise<void> {
  const { range, search } = useCalendar.getState()
  if (range === null) return
  const begun = meanwhile.begin()
  useCalendar.setState({ phase: 'loading', error: null })
  try {
    const days = { dateStart: instantOf(range.from), dateEnd: instantOf(addDays(range.to, 1)) }
    const answered = await fetchAll({ ...days, searchParam: search }, call)
    if (begun.isNewest()) useCalendar.setState({ items: begun.over(answered).toSorted(byMoment), phase: 'ready' })
  } catch (error) {
    if (begun.isNewest()) useCalendar.setState({ phase: 'failed', error })
  } finally {
    begun.end()
  }
}

/** Shows other days, or the same with another search. */
export function showCalendar(range: { from: string; to: string }, search: string): void {
  const before = useCalendar.getState()
  const isSame = before.range?.from === range.from && before.range.to === range.to && before.search === search
  if (isSame && before.phase !== 'failed' && before.phase !== 'idle') return
  useCalendar.setState({ range, search })
  void reloadCalendar()
}

const matches = ({ contact, body }: Schedule, search: string): boolean =>
  `${contact.name} ${body}`.toLowerCase().includes(search)

const isUndecided = ({ status, sentAt }: Schedule): boolean =>
  sentAt === null && (status === 'ATRASADA' || status === 'ERRO')

const undecidedList = createWholeList<Schedule>((read) => fetchAll({ undecided: true }, read), byMoment, isUndecided)
/** Those that wait for a person's word. */
export const useUndecided = undecidedList.use
export const ensureUndecided = undecidedList.ensure

function change(fn: (items: Schedule[]) => Schedule[]): void {
  meanwhile.note(fn)
  useCalendar.setState(({ items }) => ({ items: fn(items).toSorted(byMoment) }))
}

/** Puts in a saved schedule, in both lists. */
export function putSchedule(schedule: Schedule): void {
  const shown = matches(schedule, useCalendar.getState().search) ? [schedule] : []
  change((items) => [...items.filter(({ id }) => id !== schedule.id), ...shown])
  undecidedList.upsert(schedule)
}

function drop(id: number): void {
  change((items) => items.filter((one) => one.id !== id))
  undecidedList.remove(id)
}

listen(scheduleEvent, (event) => {
  if (event.action === 'delete') drop(event.scheduleId)
  else putSchedule(event.schedule)
})
listen(contactEvent, (event) => {
  if (event.action === 'delete' || event.action === 'reload') return
  const { id, name, number, email, profilePicUrl, isGroup } = event.contact
  const known = useCalendar.getState().items.filter(({ contactId }) => contactId === id)
  const contact = { id, name, number, email, profilePicUrl, isGroup }
  for (const schedule of known) putSchedule({ ...schedule, contact })
})
onLifecycle({
  signedOut: () => {
    meanwhile.drop()
    useCalendar.setState(empty)
  },
  reload: () => {
    if (useCalendar.getState().phase !== 'idle') void reloadCalendar()
  },
  online: () => {
    if (useCalendar.getState().phase === 'failed') void reloadCalendar()
  }
})

/** Deletes a schedule. Errors: ApiError. */
export async function removeSchedule(id: number): Promise<void> {
  await call(deleteSchedule, { params: { id } })
  drop(id)
}

/** Sends one that is late now, or never. Errors: ApiError. */
export const decide = async (id: number, decision: 'send' | 'skip'): Promise<void> =>
  putSchedule(await call(decideSchedule, { params: { id }, body: { decision } }))

/** Moves one to another time of the company's clocks: shown at once, taken back when refused. Errors: ApiError. */
export async function moveSchedule(schedule: Schedule, shown: string): Promise<void> {
  const sendAt = instantOf(shown)
  putSchedule({ ...schedule, sendAt })
  try {
    putSchedule(await call(updateSchedule, { params: { id: schedule.id }, body: { sendAt: shown } }))
  } catch (error) {
    const now = useCalendar.getState().items.find(({ id }) => id === schedule.id)
    // What was heard of it meanwhile knows its time, and whether it has been sent.
    if (now?.sendAt === sendAt) putSchedule({ ...now, sendAt: schedule.sendAt })
    throw error
  }
}
