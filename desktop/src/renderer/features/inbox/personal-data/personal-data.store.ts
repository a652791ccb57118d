// Copies of what is stored of people: the newest ones with their progress, and word to whoever asked for one.
import i18next from 'i18next'
import {
  deletePersonExport,
  erasePerson,
  listPersonExports,
  openPersonExport,
  personExportEvent,
  previewErasure,
  startPersonExport,
  type PersonExport,
  type PersonExportShown
} from '@guiche/shared/features/inbox/personal-data.ts'
import type { EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { saveLink } from '#platform/net/save-file.ts'
import { notify } from '#platform/device/notify.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { useSession } from '#platform/session/session.ts'

/** Milliseconds that the word of a finished copy stays. */
const stay = 8_000

interface Confirmed {
  currentPassword?: string
}

export const personExports = createWholeList<PersonExportShown>(
  async () => (await call(listPersonExports, { query: {} })).records,
  (a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id
)

const known = (id: number) => personExports.use.getState().items.find((one) => one.id === id)

export const isUnderway = ({ status }: Pick<PersonExport, 'status'>): boolean =>
  status === 'waiting' || status === 'running'

applyEvent(personExports, personExportEvent, (event) => {
  if (event.action === 'delete') return { gone: event.id }
  const { contactName } = known(event.export.id) ?? {}
  return contactName === undefined ? null : { row: { ...event.export, contactName } }
})

function announce({ status, userId }: PersonExport): void {
  if (userId !== useSession.getState().user?.id) return
  if (status === 'done') notify.success(i18next.t('personalData:ready'), { autoClose: stay })
  if (status === 'failed') notify.warning(i18next.t('personalData:failed'), { autoClose: stay })
}

listen(personExportEvent, (event) => {
  if (event.action !== 'update') return
  announce(event.export)
  // Whose it is stands in the list alone.
  if (!known(event.export.id) && personExports.use.getState().phase !== 'idle') void personExports.refresh()
})

/** Has a copy made; one that is under way is shown. Errors: ApiError. */
export async function startExport(contactId: number, confirmed: Confirmed): Promise<void> {
  const started = await call(startPersonExport, { body: { contactId, ...confirmed } })
  if (!known(started.id)) personExports.upsert(started)
}

/** Saves a finished copy. Errors: ApiError. */
export async function saveExport(id: number, confirmed: Confirmed): Promise<void> {
  const { url, name } = await call(openPersonExport, { params: { id }, body: confirmed })
  saveLink(serverUrl(url), name)
}

/** Errors: ApiError. */
export async function removeExport(id: number): Promise<void> {
  await call(deletePersonExport, { params: { id } })
  personExports.remove(id)
}

export type Erasure = EndpointResult<typeof previewErasure>

/** What goes with a person. Errors: ApiError. */
export const loadErasure = (contactId: number): Promise<Erasure> => call(previewErasure, { params: { id: contactId } })

/** Erases a person, whose name was typed. Errors: ApiError. */
export async function eraseContact(contactId: number, typed: string, confirmed: Confirmed): Promise<void> {
  await call(erasePerson, { params: { id: contactId }, body: { confirmation: typed, ...confirmed } })
}
