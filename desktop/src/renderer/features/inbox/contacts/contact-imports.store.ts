// Imports of contacts: the last ones with their progress, kept by calls and by events alike.
import {
  contactImportEvent,
  listContactImports,
  startContactImport,
  type ContactImport
} from '@guiche/shared/features/inbox/contact-sheets.ts'
import { call } from '#platform/http.ts'
import { listen } from '#platform/realtime.ts'
import { upload } from '#platform/upload.ts'
import { createWholeList } from '#platform/whole-list.ts'
import { contacts } from './contacts.store.ts'

const newestFirst = (a: ContactImport, b: ContactImport): number =>
  b.createdAt.localeCompare(a.createdAt) || b.id - a.id

export const contactImports = createWholeList<ContactImport>(
  async () => (await call(listContactImports)).records,
  newestFirst
)

export const isUnderway = ({ status }: ContactImport): boolean => status === 'waiting' || status === 'running'

listen(contactImportEvent, ({ import: moved }) => {
  if (contactImports.use.getState().phase !== 'idle') contactImports.upsert(moved)
  if (!isUnderway(moved) && contacts.use.getState().phase !== 'idle') void contacts.refresh()
})

/** Sends the file; its rows are taken in the background. Errors: ApiError. */
export const startImport = async (file: File): Promise<ContactImport> => {
  const body = new FormData()
  body.append('file', file, file.name)
  const started = await upload(startContactImport, { body })
  const known = contactImports.use.getState().items.find(({ id }) => id === started.id)
  // An event may have been quicker.
  if (!known) contactImports.upsert(started)
  return started
}
