// The last word on a limit that is nearly or wholly full, until somebody has read it.
import { create } from 'zustand'
import { quotaNoticeEvent, type QuotaNotice } from '@guiche/shared/features/org/quotas.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'

export const useQuotaNotice = create<{ notice: QuotaNotice | null }>(() => ({ notice: null }))

export const dropQuotaNotice = (): void => useQuotaNotice.setState({ notice: null })

listen(quotaNoticeEvent, ({ notice }) => useQuotaNotice.setState({ notice }))
onLifecycle({ signedOut: dropQuotaNotice })
