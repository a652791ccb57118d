// Scheduled messages: those of the days that the calendar shows, and those that wait for a person's word.
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
import { listen } from '#platform/net/realtime.ts'
import { drawEntity, patchEntity } from '#platform/replica/entities.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'
import type { Read } from '#platform/replica/reading.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { instantOf } from '#platform/session/company-clock.ts'
import { addDays } from './calendar-days.ts'

/** Pages of a range that are asked for at the most. */
const mostPages = 20

interface Asked {
  /** First and last day that are shown. */
  range: { from: string; to: string } | null
  search: string
}

const own = ofLogin<{ asked: Asked }>(() => ({ asked: { range: null, search: '' } }))

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

const matches = ({ contact, body }: Schedule): boolean =>
  `${contact.name} ${body}`.toLowerCase().includes(own().asked.search)

/** Of the days that are shown, all pages at once. */
const calendar = createPagedList<Schedule>({
  fetchPage: async (_page, read) => {
    const { range, search } = own().asked
    if (range === null) return { items: [], count: 0, hasMore: false }
    const days = { dateStart: instantOf(range.from), dateEnd: instantOf(addDays(range.to, 1)) }
    const items = await fetchAll({ ...days, searchParam: search }, read)
    return { items, count: items.length, hasMore: false }
  },
  compare: byMoment,
  isResorted: true,
  filter: matches
})
export const useCalendar = calendar.use
/** Loads the range that is shown, behind what is shown. */
export const reloadCalendar = calendar.refresh

/** Shows other days, or the same with another search. */
export function showCalendar(range: { from: string; to: string }, search: string): void {
  const { asked } = own()
  const { phase } = useCalendar.getState()
  const isSame = asked.range?.from === range.from && asked.range.to === range.to && asked.search === search
  if (isSame && phase !== 'failed' && phase !== 'idle') return
  own().asked = { range, search }
  void reloadCalendar()
}

const isUndecided = ({ status, sentAt }: Schedule): boolean =>
  sentAt === null && (status === 'ATRASADA' || status === 'ERRO')

const undecidedList = createWholeList<Schedule>((read) => fetchAll({ undecided: true }, read), byMoment, isUndecided)
/** Those that wait for a person's word. */
export const useUndecided = undecidedList.use
export const ensureUndecided = undecidedList.ensure

const lists = [calendar, undecidedList]

/** Puts in a saved schedule, in both lists. */
export const putSchedule = (schedule: Schedule): void => lists.forEach(({ upsert }) => upsert(schedule))

for (const list of lists) {
  applyEvent(list, scheduleEvent, (event) =>
    event.action === 'delete' ? { gone: event.scheduleId } : { row: event.schedule, isNew: event.action === 'create' }
  )
}
listen(contactEvent, (event) => {
  if (event.action === 'delete' || event.action === 'reload') return
  const { id, name, number, email, profilePicUrl, isGroup } = event.contact
  const contact = { id, name, number, email, profilePicUrl, isGroup }
  for (const { entities, use } of lists) {
    for (const { id: known, contactId } of use.getState().items) {
      if (contactId === id) patchEntity(entities, known, { contact })
    }
  }
})

/** Deletes a schedule. Errors: ApiError. */
export async function removeSchedule(id: number): Promise<void> {
  await call(deleteSchedule, { params: { id } })
  for (const { remove } of lists) remove(id)
}

/** Sends one that is late now, or never. Errors: ApiError. */
export const decide = async (id: number, decision: 'send' | 'skip'): Promise<void> =>
  putSchedule(await call(decideSchedule, { params: { id }, body: { decision } }))

/** Moves one to another time of the company's clocks: shown at once, taken back when refused. Errors: ApiError. */
export async function moveSchedule({ id, sendAt: before }: Schedule, shown: string): Promise<void> {
  const sendAt = instantOf(shown)
  // What was heard of it meanwhile knows its time, and whether it has been sent.
  const drawing = (now: Schedule | undefined) =>
    now?.sendAt === before && now.sentAt === null ? { ...now, sendAt } : now
  await drawEntity(calendar.entities, { id, drawing }, async () =>
    putSchedule(await call(updateSchedule, { params: { id }, body: { sendAt: shown } }))
  )
}
