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
import { call } from '#platform/http.ts'
import { listen, onOnline, onReload } from '#platform/realtime.ts'
import { onSignedOut } from '#platform/session.ts'
import { createWholeList } from '#platform/whole-list.ts'
import { addDays } from './calendar-days.ts'
import { instantOf } from '#platform/company-clock.ts'

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

const fetchAll = async (query: object): Promise<Schedule[]> => {
  const found: Schedule[] = []
  for (let pageNumber = 1; pageNumber <= mostPages; pageNumber++) {
    const { schedules, hasMore } = await call(listSchedules, { query: { ...query, pageNumber } })
    found.push(...schedules)
    if (!hasMore) break
  }
  return found
}

let generation = 0

/** Loads the range that is shown, behind what is shown. */
export const reloadCalendar = async (): Promise<void> => {
  const { range, search } = useCalendar.getState()
  if (range === null) return
  const mine = ++generation
  useCalendar.setState({ phase: 'loading', error: null })
  try {
    const days = { dateStart: instantOf(range.from), dateEnd: instantOf(addDays(range.to, 1)) }
    const items = (await fetchAll({ ...days, searchParam: search })).toSorted(byMoment)
    if (mine === generation) useCalendar.setState({ items, phase: 'ready' })
  } catch (error) {
    if (mine === generation) useCalendar.setState({ phase: 'failed', error })
  }
}

/** Shows other days, or the same with another search. */
export const showCalendar = (range: { from: string; to: string }, search: string): void => {
  const before = useCalendar.getState()
  const isSame = before.range?.from === range.from && before.range.to === range.to && before.search === search
  if (isSame && before.phase !== 'failed' && before.phase !== 'idle') return
  useCalendar.setState({ range, search })
  void reloadCalendar()
}

const matches = ({ contact, body }: Schedule, search: string): boolean =>
  `${contact.name} ${body}`.toLowerCase().includes(search)

const undecidedList = createWholeList<Schedule>(() => fetchAll({ undecided: true }), byMoment)
/** Those that wait for a person's word. */
export const useUndecided = undecidedList.use
export const ensureUndecided = undecidedList.ensure

const isUndecided = ({ status, sentAt }: Schedule): boolean =>
  sentAt === null && (status === 'ATRASADA' || status === 'ERRO')

/** Puts in a saved schedule, in both lists. */
export const putSchedule = (schedule: Schedule): void => {
  useCalendar.setState(({ items, search }) => ({
    items: [...items.filter(({ id }) => id !== schedule.id), ...(matches(schedule, search) ? [schedule] : [])].toSorted(
      byMoment
    )
  }))
  if (undecidedList.use.getState().phase === 'idle') return
  if (isUndecided(schedule)) undecidedList.upsert(schedule)
  else undecidedList.remove(schedule.id)
}

const drop = (id: number): void => {
  useCalendar.setState(({ items }) => ({ items: items.filter((one) => one.id !== id) }))
  undecidedList.remove(id)
}

listen(scheduleEvent, (event) => {
  if (event.action === 'delete') drop(event.scheduleId)
  else putSchedule(event.schedule)
})
listen(contactEvent, (event) => {
  if (event.action === 'delete') return
  const { id, name, number, email, profilePicUrl, isGroup } = event.contact
  const known = useCalendar.getState().items.filter(({ contactId }) => contactId === id)
  const contact = { id, name, number, email, profilePicUrl, isGroup }
  for (const schedule of known) putSchedule({ ...schedule, contact })
})
onReload(() => {
  if (useCalendar.getState().phase !== 'idle') void reloadCalendar()
})
onOnline(() => {
  if (useCalendar.getState().phase === 'failed') void reloadCalendar()
})
onSignedOut(() => {
  generation++
  useCalendar.setState(empty)
})

/** Deletes a schedule. Errors: ApiError. */
export const removeSchedule = async (id: number): Promise<void> => {
  await call(deleteSchedule, { params: { id } })
  drop(id)
}

/** Sends one that is late now, or never. Errors: ApiError. */
export const decide = async (id: number, decision: 'send' | 'skip'): Promise<void> =>
  putSchedule(await call(decideSchedule, { params: { id }, body: { decision } }))

/** Moves one to another time of the company's clocks: shown at once, taken back when refused. Errors: ApiError. */
export const moveSchedule = async (schedule: Schedule, shown: string): Promise<void> => {
  putSchedule({ ...schedule, sendAt: instantOf(shown) })
  try {
    putSchedule(await call(updateSchedule, { params: { id: schedule.id }, body: { sendAt: shown } }))
  } catch (error) {
    putSchedule(schedule)
    throw error
  }
}
