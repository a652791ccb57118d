// The dashboard's figures: of the chosen period, asked again shortly after tickets have changed.
import { create } from 'zustand'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { userEvent } from '@guiche/shared/features/org/users.ts'
import {
  chartTicketsDay,
  chartTicketsUsers,
  showDashboard,
  type DashboardFigures
} from '@guiche/shared/features/team/dashboard.ts'
import type { EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { useSession } from '#platform/session/session.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { createNewest, type Newest } from '#platform/state/newest.ts'
import { datesOf, monthUntilToday, type DashboardFilter } from './dashboard-filter.ts'

/** Milliseconds in which changes of tickets are gathered into one question: for the counters, and for the charts. */
const gatherFor = { figures: 1_000, charts: 10_000 }

export interface Part<T> {
  data: T | null
  phase: 'loading' | 'ready' | 'failed'
  /** True while the figures of another filter are on their way. */
  isStale: boolean
  error: unknown
}

interface DashboardState {
  filter: DashboardFilter
  figures: Part<DashboardFigures>
  users: Part<EndpointResult<typeof chartTicketsUsers>>
  days: Part<EndpointResult<typeof chartTicketsDay>>
}

const nothing = { data: null, phase: 'loading', isStale: false, error: null } as const
function empty(): DashboardState {
  return {
    filter: monthUntilToday(timeZone()),
    figures: nothing,
    users: nothing,
    days: nothing
  }
}
const timeZone = (): string => useSession.getState().user?.company.timeZone ?? 'America/Sao_Paulo'

export const useDashboard = create<DashboardState>(empty)

const partNames = ['figures', 'users', 'days'] as const
type PartName = (typeof partNames)[number]
const asked: Record<PartName, Newest> = { figures: createNewest(), users: createNewest(), days: createNewest() }

const patch = (name: PartName, part: Partial<Part<unknown>>): void =>
  useDashboard.setState((state) => ({ [name]: { ...state[name], ...part } }))

/** Known figures stay when new ones cannot be had. */
async function load<T>(name: PartName, ask: () => Promise<T>): Promise<void> {
  const isNewest = asked[name].begin()
  try {
    const data = await ask()
    if (isNewest()) patch(name, { data, phase: 'ready', isStale: false, error: null })
  } catch (error) {
    if (!isNewest()) return
    const { data, isStale } = useDashboard.getState()[name]
    if (data === null || isStale) patch(name, { data: null, phase: 'failed', isStale: false, error })
  }
}

function loadFigures(): Promise<void> {
  const { filter } = useDashboard.getState()
  const query = filter.days === null ? { date_from: filter.from, date_to: filter.to } : { days: filter.days }
  return load('figures', () => call(showDashboard, { query }))
}
async function loadCharts(): Promise<void> {
  const { from, to } = datesOf(useDashboard.getState().filter, timeZone())
  const query = { initialDate: from, finalDate: to }
  await Promise.all([
    load('users', () => call(chartTicketsUsers, { query })),
    load('days', () => call(chartTicketsDay, { query }))
  ])
}

const failedParts = (): PartName[] => partNames.filter((name) => useDashboard.getState()[name].phase === 'failed')

export function reloadDashboard(): void {
  for (const name of failedParts()) patch(name, nothing)
  void loadFigures()
  void loadCharts()
}

/** Shows another period. */
export function filterDashboard(filter: DashboardFilter): void {
  useDashboard.setState({ filter })
  for (const name of partNames) patch(name, { isStale: true })
  reloadDashboard()
}

/** Who comes or goes shows at once; it is the one thing here that an event tells whole. */
function showPresence(id: number, online: boolean): void {
  const { figures } = useDashboard.getState()
  if (figures.data === null) return
  const attendants = figures.data.attendants.map((one) => (one.id === id ? { ...one, online } : one))
  patch('figures', { data: { ...figures.data, attendants } })
}

/** Keeps the figures true until the answer is called. */
export function followDashboard(): () => void {
  const timers: Partial<Record<keyof typeof gatherFor, ReturnType<typeof setTimeout>>> = {}
  const askSoon = (what: keyof typeof gatherFor, ask: () => Promise<void>) => {
    timers[what] ??= setTimeout(() => {
      delete timers[what]
      void ask()
    }, gatherFor[what])
  }
  if (useDashboard.getState().figures.data === null) useDashboard.setState({ filter: monthUntilToday(timeZone()) })
  reloadDashboard()
  const stops = [
    listen(ticketEvent, () => {
      askSoon('figures', loadFigures)
      askSoon('charts', loadCharts)
    }),
    listen(userEvent, (event) => {
      if (event.action === 'update') showPresence(event.user.id, event.user.online)
      askSoon('figures', loadFigures)
    }),
    onLifecycle({
      reload: reloadDashboard,
      online: () => {
        if (failedParts().length > 0) reloadDashboard()
      }
    })
  ]
  return () => {
    Object.values(timers).forEach(clearTimeout)
    stops.forEach((stop) => stop())
  }
}

onLifecycle({
  signedOut: () => {
    for (const name of partNames) asked[name].outdate()
    useDashboard.setState(empty())
  }
})
