// Renders the console at an address against a fake server, with somebody signed in or not.
import { createMemoryRouter } from 'react-router-dom'
import { render } from 'vitest-browser-react'
import { onTestFinished } from 'vitest'
import { login, logout, refreshToken, type SessionUser } from '@guiche/shared/features/org/auth.ts'
import { listPrompts } from '@guiche/shared/features/automation/ai-prompts.ts'
import { listIntegrations } from '@guiche/shared/features/automation/integrations.ts'
import { listAnnouncements } from '@guiche/shared/features/library/announcements.ts'
import { listContactImports } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { listUptime } from '@guiche/shared/features/inbox/connection-uptime.ts'
import { listActivities } from '@guiche/shared/features/inbox/ticket-activities.ts'
import { listNotes } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { listTicketDrafts, saveTicketDraft } from '@guiche/shared/features/inbox/ticket-drafts.ts'
import { listMentions } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { listTicketPins } from '@guiche/shared/features/inbox/ticket-pins.ts'
import {
  countTickets,
  listEarlierTickets,
  listTickets,
  showLaterTicket
} from '@guiche/shared/features/inbox/tickets.ts'
import { listSchedules } from '@guiche/shared/features/outreach/schedules.ts'
import { listChats } from '@guiche/shared/features/team/internal-chat.ts'
import { chartTicketsDay, chartTicketsUsers, showDashboard } from '@guiche/shared/features/team/dashboard.ts'
import { firstSteps, showFirstSteps } from '@guiche/shared/features/team/first-steps.ts'
import { showCompanyPlan } from '@guiche/shared/features/org/companies.ts'
import { listRoles } from '@guiche/shared/features/org/roles.ts'
import { listInvitations } from '@guiche/shared/features/org/invitations.ts'
import { showVersion } from '@guiche/shared/features/org/version.ts'
import { notifications } from '@mantine/notifications'
import { App } from '#app/App.tsx'
import { buildRoutes } from '#app/router.tsx'
import { routes } from '#app/routes.tsx'
import { signOut, useSession } from '#platform/session/session.ts'
import { makeIntegration, makePlan, makePrompt, makeSessionUser, makeToken } from './factories.ts'
import { startFakeServer, type FakeServer } from './fake-server.ts'

const noFigures = { finished: 0, avgSupportTime: null, avgWaitTime: null, rating: null, ratings: 0, byProgram: 0 }
const noCounters = {
  supportHappening: 0,
  supportPending: 0,
  supportUnread: 0,
  supportFinished: 0,
  avgSupportTime: null,
  avgWaitTime: null
}

/** A fake server with the calls that every console makes; it leaves with the test. */
export function startServer(user: SessionUser = makeSessionUser()): FakeServer {
  const server = startFakeServer()
  server.on(login, () => ({ token: makeToken(), user }))
  server.on(refreshToken, () => ({ token: makeToken(), user }))
  server.on(logout, () => ({}))
  server.on(showCompanyPlan, () => ({ ...user.company, plan: makePlan() }))
  server.on(showVersion, () => ({ version: '6.0.0', server: '0.1.0', minimumClient: '0.1.0' }))
  server.on(listTickets, () => ({ tickets: [], count: 0, hasMore: false }))
  server.on(countTickets, () => ({ open: 0, pending: 0, unread: 0 }))
  server.on(listTicketDrafts, () => [])
  server.on(listActivities, () => [])
  server.on(listEarlierTickets, () => [])
  server.on(showLaterTicket, () => null)
  server.on(listNotes, () => [])
  server.on(saveTicketDraft, ({ params: { ticketId } }) => ({ ticketId }))
  server.on(listTicketPins, () => ({ pins: [], tickets: [] }))
  server.on(listMentions, () => [])
  server.on(listAnnouncements, () => ({ records: [], count: 0, hasMore: false }))
  server.on(listChats, () => ({ records: [], count: 0, hasMore: false, unreadIds: [] }))
  server.on(listSchedules, () => ({ schedules: [], count: 0, hasMore: false }))
  server.on(listPrompts, () => ({ prompts: [makePrompt()] }))
  server.on(listIntegrations, () => ({ queueIntegrations: [makeIntegration()], count: 1, hasMore: false }))
  server.on(listInvitations, () => [])
  server.on(listRoles, () => [])
  server.on(showFirstSteps, () => ({ done: [...firstSteps] }))
  server.on(listUptime, () => [])
  server.on(listContactImports, () => ({ records: [] }))
  server.on(showDashboard, () => ({
    counters: noCounters,
    ofPeriod: noFigures,
    before: noFigures,
    attendants: [],
    period: { from: '', to: '' }
  }))
  server.on(chartTicketsUsers, () => ({ data: [], count: 0 }))
  server.on(chartTicketsDay, () => ({ data: [], count: 0 }))
  onTestFinished(async () => {
    await signOut()
    notifications.clean()
    server.restore()
    useSession.setState({ phase: 'loading', user: null, plan: null, isTakenOver: false })
  })
  return server
}

/** Opens the console at `path`. */
export async function renderConsole(path: string, { signedIn = true } = {}) {
  if (signedIn) localStorage.setItem('userId', '1')
  const router = createMemoryRouter(buildRoutes(routes), { initialEntries: [path] })
  const screen = await render(<App router={router} />)
  return { screen, router, path: () => router.state.location.pathname }
}
