// Moments of campaigns by the company's clocks, in which they are scheduled; a dash where there is none.
import { shownAt } from '#platform/session/company-clock.ts'
import { formatDateTime } from '#platform/text/format.ts'

export const campaignMoment = (at: string | null): string => (at === null ? '–' : formatDateTime(shownAt(at)))
