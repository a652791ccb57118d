// The company's campaigns, page by page, kept by calls and by events alike, and what can be done with one.
import {
  campaignEvent,
  cancelCampaign,
  cloneCampaign,
  deleteCampaign,
  listCampaigns,
  restartCampaign,
  retryCampaign,
  type showCampaign,
  startCampaign,
  type Campaign
} from '@guiche/shared/features/outreach/campaigns.ts'
import type { EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'

export type CampaignCounts = EndpointResult<typeof showCampaign>['counts']

/** How far it is comes with the first event. */
export interface ListedCampaign extends Campaign {
  counts?: CampaignCounts
}

export const campaigns = createPagedList<ListedCampaign>({
  fetchPage: async (query, read) => {
    const { records: items, count, hasMore } = await read(listCampaigns, { query })
    return { items, count, hasMore }
  },
  compare: (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id,
  matches: ({ name }, search) => name.toLowerCase().includes(search)
})

applyEvent(campaigns, campaignEvent, (event) =>
  event.action === 'delete' ? { gone: event.id } : { row: event.record, isNew: event.action === 'create' }
)

const known = (id: number): ListedCampaign | undefined => campaigns.use.getState().items.find((row) => row.id === id)

/** Runs a call that answers with a campaign; an event that was quicker knows more. Errors: ApiError. */
export async function takeCampaign(id: number | undefined, run: () => Promise<Campaign>): Promise<Campaign> {
  const before = id === undefined ? undefined : known(id)
  const saved = await run()
  const now = known(saved.id)
  if (now === before) campaigns.upsert({ ...before, ...saved })
  return saved
}

const moves = {
  start: startCampaign,
  cancel: cancelCampaign,
  restart: restartCampaign,
  retry: retryCampaign,
  clone: cloneCampaign
}
export type CampaignMove = keyof typeof moves

/** Starts, stops, restarts, repeats or copies a campaign. Errors: ApiError. */
export const moveCampaign = (way: CampaignMove, { id }: Pick<Campaign, 'id'>): Promise<Campaign> =>
  takeCampaign(way === 'clone' ? undefined : id, () => call(moves[way], { params: { id } }))

/** Deletes a campaign; what was sent stays in its conversations. Errors: ApiError. */
export async function removeCampaign(id: number): Promise<void> {
  await call(deleteCampaign, { params: { id } })
  campaigns.remove(id)
}
