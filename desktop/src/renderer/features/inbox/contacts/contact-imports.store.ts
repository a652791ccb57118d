// Imports of contacts: the last ones with their progress, kept by calls and by events alike.
import i18next from 'i18next'
import type { z } from 'zod'
import {
  contactHeadings,
  contactImportEvent,
  listContactImports,
  showContactImport,
  startContactImport,
  type ContactImport,
  type contactImportReport
} from '@guiche/shared/features/inbox/contact-sheets.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'
import { call } from '#platform/net/http.ts'
import { saveRows } from '#platform/net/save-file.ts'
import { upload } from '#platform/net/upload.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList, type WholeList } from '#platform/replica/whole-list.ts'

const newestFirst = (a: ContactImport, b: ContactImport): number =>
  b.createdAt.localeCompare(a.createdAt) || b.id - a.id

interface ImportCalls {
  /** What takes the rows; decides on the words. */
  into: 'contacts' | 'list'
  list: () => Promise<ContactImport[]>
  start: (body: FormData) => Promise<ContactImport>
  show: (id: number) => Promise<z.output<typeof contactImportReport>>
}

/** Imports into one place: their list, how one begins, and its report. */
export interface ImportSource extends Pick<ImportCalls, 'into' | 'show'> {
  list: WholeList<ContactImport>
  /** Sends the file; its rows are taken in the background. Errors: ApiError. */
  start: (file: File) => Promise<ContactImport>
}

export function createImportSource({ into, list: fetchAll, start, show }: ImportCalls): ImportSource {
  const list = createWholeList<ContactImport>(fetchAll, newestFirst)
  return {
    into,
    list,
    show,
    start: async (file) => {
      const body = new FormData()
      body.append('file', file, file.name)
      const started = await start(body)
      const known = list.use.getState().items.find(({ id }) => id === started.id)
      // An event may have been quicker.
      if (!known) list.upsert(started)
      return started
    }
  }
}

export const contactImports = createImportSource({
  into: 'contacts',
  list: async () => (await call(listContactImports)).records,
  start: (body) => upload(startContactImport, { body }),
  show: (id) => call(showContactImport, { params: { id } })
})

export const isUnderway = ({ status }: ContactImport): boolean => status === 'waiting' || status === 'running'

applyEvent(contactImports.list, contactImportEvent, ({ import: moved }) =>
  moved.contactListId === null ? { row: moved } : null
)

/** Saves a sheet that shows what an import understands; with a further column where an import takes further ones. */
export function saveSample(language: Language, hasMore: boolean): void {
  const t = i18next.getFixedT(language, 'contactSheets')
  const { name, number, email } = contactHeadings[language]
  const rows = [
    [name, number, email, t('sampleHeading')],
    [t('sampleName'), '5511987654321', 'maria@exemplo.com.br', t('sampleCompany')]
  ]
  saveRows(hasMore ? rows : rows.map((row) => row.slice(0, 3)), t('sampleFile'))
}
