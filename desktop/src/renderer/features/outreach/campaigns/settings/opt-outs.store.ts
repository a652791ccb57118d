// The numbers that hear of no campaign, page by page, kept by calls and by events alike.
import {
  campaignOptOutEvent,
  listCampaignOptOuts,
  takeBackCampaignOptOut,
  type CampaignOptOut
} from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'

export interface OptOutRow extends CampaignOptOut {
  /** The number. */
  id: string
}

const rowOf = (record: CampaignOptOut): OptOutRow => ({ ...record, id: record.number })

export const optOuts = createPagedList<OptOutRow>({
  fetchPage: async (query, read) => {
    const { records, count, hasMore } = await read(listCampaignOptOuts, { query })
    return { items: records.map(rowOf), count, hasMore }
  },
  compare: (a, b) => b.createdAt.localeCompare(a.createdAt),
  matches: ({ name, number }, search) => `${name} ${number}`.toLowerCase().includes(search)
})

export const putOptOut = (record: CampaignOptOut): void => optOuts.upsert(rowOf(record))

/** The number may be written to again. Errors: ApiError. */
export const takeBack = async (number: string): Promise<void> =>
  putOptOut(await call(takeBackCampaignOptOut, { params: { number } }))

applyEvent(optOuts, campaignOptOutEvent, ({ record }) => ({ row: rowOf(record), isNew: true }))
