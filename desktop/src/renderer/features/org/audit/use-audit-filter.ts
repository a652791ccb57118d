// What of the audit log is shown: it stands in the address, so that it can be sent on and comes back with the page.
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  auditActions,
  auditGroupNames,
  type AuditAction,
  type AuditGroup
} from '@guiche/shared/kernel/audit-actions.ts'

export interface ShownActs {
  /** Id of the person; null for everybody. */
  person: number | null
  /** One act, or all of a group. */
  act: AuditAction | AuditGroup | null
  /** Days as `YYYY-MM-DD`, both of them shown; empty for no bound. */
  since: string
  until: string
}

const oneDay = 86_400_000

/** Empty for what is no day. */
function dayIn(params: URLSearchParams, name: string): string {
  const text = params.get(name) ?? ''
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : ''
}

/** What makes no sense in an address is as if it were not there. */
export function readFilter(params: URLSearchParams): ShownActs {
  const person = Number(params.get('person'))
  const act = params.get('act')
  return {
    person: Number.isSafeInteger(person) && person > 0 ? person : null,
    act: [...auditGroupNames, ...auditActions].find((one) => one === act) ?? null,
    since: dayIn(params, 'since'),
    until: dayIn(params, 'until')
  }
}

/** Days begin and end at midnight of this computer. */
export function queryOf({ person, act, since, until }: ShownActs) {
  const group = auditGroupNames.find((name) => name === act)
  const midnight = (day: string) => new Date(`${day}T00:00:00`)
  return {
    ...(person === null ? {} : { actorId: person }),
    ...(act === null ? {} : group === undefined ? { action: act as AuditAction } : { group }),
    ...(since === '' ? {} : { from: midnight(since).toISOString() }),
    // The next midnight, also of a day that has 23 or 25 hours.
    ...(until === '' ? {} : { until: nextMidnight(midnight(until)).toISOString() })
  }
}

const nextMidnight = (midnight: Date) => new Date(new Date(midnight.getTime() + 1.5 * oneDay).setHours(0, 0, 0, 0))

/** How many of them are set. */
export const countFilters = (filter: ShownActs): number =>
  Object.values(filter).filter((value) => value !== null && value !== '').length

export function useAuditFilter() {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const filter = useMemo(() => readFilter(new URLSearchParams(text)), [text])
  const show = (part: Partial<ShownActs>) => {
    const entries = Object.entries({ ...filter, ...part }).filter(([, value]) => value !== null && value !== '')
    setParams(Object.fromEntries(entries.map(([name, value]) => [name, String(value)])), { replace: true })
  }
  return { filter, show, clear: () => setParams({}, { replace: true }) }
}
