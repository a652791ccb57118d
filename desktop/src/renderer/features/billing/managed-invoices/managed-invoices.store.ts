// The invoices of all companies, by filter and page by page, with the sums of what the filter finds.
import { create } from 'zustand'
import {
  createInvoice,
  deleteInvoice,
  updateInvoice,
  type Invoice,
  type InvoiceDraft
} from '@guiche/shared/features/billing/invoices.ts'
import {
  listManagedInvoices,
  managedInvoiceEvent,
  type InvoiceState,
  type InvoiceSums,
  type ManagedInvoice
} from '@guiche/shared/features/billing/managed-invoices.ts'
import { dueDay } from '@guiche/shared/features/org/due-dates.ts'
import { call } from '#platform/net/http.ts'
import { createPagedList } from '#platform/replica/paged-list.ts'
import type { Read } from '#platform/replica/reading.ts'
import { listen, useRealtime } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { createDelay } from '#platform/state/delay.ts'

/** Milliseconds after a change before the sums are asked for again. */
const sumsDelay = 300

export interface InvoiceFilter {
  /** Id as text; empty for all companies. */
  companyId: string
  state: InvoiceState | null
  /** Days as `YYYY-MM-DD`; empty for no bound. */
  dueFrom: string
  dueTo: string
}
const noFilter: InvoiceFilter = { companyId: '', state: null, dueFrom: '', dueTo: '' }
export const useInvoiceFilter = create<InvoiceFilter>(() => noFilter)

/** Null until they are known. */
export const useInvoiceSums = create<{ sums: InvoiceSums | null }>(() => ({ sums: null }))

function ask(page: { searchParam: string; pageNumber: number }, read: Read = call) {
  const { companyId, state, dueFrom, dueTo } = useInvoiceFilter.getState()
  return read(listManagedInvoices, { query: { ...page, companyId, state: state ?? '', dueFrom, dueTo } })
}

/** Open, and its day is over. */
export function isOverdue({ status, dueDate }: Pick<Invoice, 'status' | 'dueDate'>): boolean {
  return status === 'open' && dueDay(dueDate) < dueDay(Date.now())
}

function belongs(invoice: ManagedInvoice): boolean {
  const { companyId, state, dueFrom, dueTo } = useInvoiceFilter.getState()
  const day = dueDay(invoice.dueDate)
  if (companyId !== '' && invoice.companyId !== Number(companyId)) return false
  if ((dueFrom !== '' && day < dueFrom) || (dueTo !== '' && day > dueTo)) return false
  if (state === 'overdue') return isOverdue(invoice)
  return state === null || invoice.status === state
}

export const managedInvoices = createPagedList<ManagedInvoice>({
  fetchPage: async (query, read) => {
    const { invoices, count, hasMore, sums } = await ask(query, read)
    return { items: invoices, count, hasMore, accept: () => useInvoiceSums.setState({ sums }) }
  },
  compare: (a, b) => b.dueDate.localeCompare(a.dueDate) || b.id - a.id,
  isResorted: true,
  filter: belongs,
  matches: ({ detail, company }, search) => `${detail} ${company.name}`.toLowerCase().includes(search)
})

export function setInvoiceFilter(change: Partial<InvoiceFilter>): void {
  useInvoiceFilter.setState(change)
  void managedInvoices.refresh()
}

export function clearInvoiceFilter(): void {
  setInvoiceFilter(noFilter)
}

/** Sums are the server's: what a page does not show counts as well. What could not be had comes with the next change. */
const sumsSoon = createDelay(sumsDelay, () => {
  const { search } = managedInvoices.use.getState()
  void ask({ searchParam: search.trim().toLowerCase(), pageNumber: 1 }).then(
    ({ sums }) => useInvoiceSums.setState({ sums }),
    () => undefined
  )
})

function known(id: number): ManagedInvoice | undefined {
  return managedInvoices.use.getState().items.find((one) => one.id === id)
}

function isLoaded(): boolean {
  return managedInvoices.use.getState().phase !== 'idle'
}

function putInvoice(invoice: ManagedInvoice, isNew: boolean): void {
  if (!isLoaded()) return
  const before = known(invoice.id)
  // Events are read anew by the server, so that an older one may come behind a newer one.
  if (before && before.updatedAt > invoice.updatedAt) return
  managedInvoices.upsert(invoice, isNew)
  sumsSoon.restart()
}

function dropInvoice(id: number): void {
  if (!isLoaded()) return
  managedInvoices.remove(id)
  sumsSoon.restart()
}

listen(managedInvoiceEvent, (event) => {
  if (event.action === 'delete') dropInvoice(event.invoiceId)
  else putInvoice(event.invoice, event.action === 'create')
})

// These events are not kept for those who were away.
useRealtime.subscribe(({ state }, before) => {
  if (state === 'online' && before.state === 'offline' && isLoaded()) void managedInvoices.refresh()
})

onLifecycle({
  signedOut: () => {
    sumsSoon.stop()
    useInvoiceFilter.setState(noFilter)
    useInvoiceSums.setState({ sums: null })
  }
})

type Body = { detail: string; value: number; dueDate: string; status: InvoiceDraft['status'] }

/** Errors: ApiError. */
export async function addInvoice(body: Body, company: ManagedInvoice['company']): Promise<void> {
  const made = await call(createInvoice, { body: { ...body, companyId: company.id } })
  putInvoice({ ...made, company, renews: null, isSettled: made.status === 'paid', awaitedPlan: null }, true)
}

/** Changes what is given; the company's due date moves where the contract says so. Errors: ApiError. */
export async function changeInvoice(invoice: ManagedInvoice, body: Partial<Body>): Promise<void> {
  const saved = await call(updateInvoice, { params: { id: invoice.id }, body })
  const isPaidNow = body.status === 'paid'
  putInvoice(
    {
      ...invoice,
      ...saved,
      isSettled: invoice.isSettled || isPaidNow,
      awaitedPlan: isPaidNow ? null : invoice.awaitedPlan
    },
    false
  )
}

/** Errors: ApiError. */
export async function removeInvoice(id: number): Promise<void> {
  await call(deleteInvoice, { params: { id } })
  dropInvoice(id)
}
