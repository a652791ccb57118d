// What is known of the campaigns whose reports were opened: how far each is, live, and what became of everybody.
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import {
  campaignEvent,
  listRecipients,
  showCampaign,
  type Campaign,
  type RecipientState
} from '@guiche/shared/features/outreach/campaigns.ts'
import type { EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { ofLogin } from '#platform/replica/of-login.ts'
import { createPagedList, type PagedList } from '#platform/replica/paged-list.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { createDelay, type Delay } from '#platform/state/delay.ts'
import type { CampaignCounts } from '../campaigns.store.ts'

export interface ShownCampaign extends Campaign {
  counts: CampaignCounts
}
export type Recipient = EndpointResult<typeof listRecipients>['records'][number]

interface ReportState {
  shown: ShownCampaign | null
  /** Somebody deleted it, or it is of another company. */
  isGone: boolean
  error: unknown
  /** The recipients that are listed; null: all of them. */
  state: RecipientState | null
}

interface OpenReport {
  use: UseBoundStore<StoreApi<ReportState>>
  recipients: PagedList<Recipient>
  /** Many messages a second are one look at the list. */
  lookSoon: Delay
}

/** Recipients of the first page: a list of which more is shown is not thrown back to its beginning. */
const firstPage = 20
/** Milliseconds between two looks at the recipients while the campaign goes on. */
const pause = 1_500

const opened = ofLogin(
  () => new Map<number, OpenReport>(),
  (left) => left.forEach(({ lookSoon }) => lookSoon.stop())
)

/** The stores of a campaign's report, the same ones each time. */
export function openReport(id: number): OpenReport {
  const known = opened().get(id)
  if (known) return known
  const use = create<ReportState>(() => ({ shown: null, isGone: false, error: null, state: null }))
  const recipients = createPagedList<Recipient>({
    fetchPage: async (query, read) => {
      const { state } = use.getState()
      const found = await read(listRecipients, {
        params: { id },
        query: { ...query, ...(state === null ? {} : { state }) }
      })
      return { items: found.records, count: found.count, hasMore: found.hasMore }
    }
  })
  const lookSoon = createDelay(pause, () => {
    const isOver = use.getState().shown?.status === 'FINALIZADA'
    if (isOver || recipients.use.getState().items.length <= firstPage) void recipients.refresh()
  })
  const made = { use, recipients, lookSoon }
  opened().set(id, made)
  return made
}

/** Asks for the figures anew. */
export async function refreshReport(id: number): Promise<void> {
  const { use } = openReport(id)
  await call(showCampaign, { params: { id } }).then(
    (shown) => use.setState({ shown, isGone: false, error: null }),
    (error: unknown) => {
      const isGone = error instanceof ApiError && error.code === 'ERR_NO_CAMPAIGN_FOUND'
      use.setState(({ shown }) => ({ isGone, error: shown === null && !isGone ? error : null }))
    }
  )
}

/** Lists but the recipients of one state. */
export function showState(id: number, state: RecipientState | null): void {
  const { use, recipients } = openReport(id)
  use.setState({ state })
  void recipients.refresh()
}

const isListed = ({ recipients }: OpenReport): boolean => recipients.use.getState().phase !== 'idle'

listen(campaignEvent, (event) => {
  const id = event.action === 'delete' ? event.id : event.record.id
  const open = opened().get(id)
  if (!open) return
  if (event.action === 'delete') return open.use.setState({ isGone: true })
  const { record } = event
  // Before it begins, the people are counted by the server.
  if (record.status === 'INATIVA' || record.status === 'PROGRAMADA') return void refreshReport(id)
  open.use.setState({ shown: record })
  if (isListed(open)) open.lookSoon.begin()
})

onLifecycle({
  reload: () => {
    for (const [id, open] of opened()) if (open.use.getState().shown !== null) void refreshReport(id)
  },
  online: () => {
    for (const [id, open] of opened()) if (open.use.getState().error !== null) void refreshReport(id)
  }
})
