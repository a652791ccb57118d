// Contact lists, plugged in.
import { connectionStatusMoved } from '#features/inbox/connections/connections.events.ts'
import { beforeContactDelete } from '#features/inbox/contacts/contacts.events.ts'
import { workSheetImport } from '#features/inbox/contacts/sheets/sheet-imports.ts'
import { recordsOfPerson } from '#features/inbox/personal-data/personal-data.events.ts'
import type { Feature } from '#platform/feature.ts'
import { addListItems } from './add-records.ts'
import { checkNext, checkWaiting } from './check-numbers.ts'
import { checkNumbers, importListItems } from './contact-lists.jobs.ts'
import { contactListsRealtime } from './contact-lists.realtime.ts'
import { contactListRoutes } from './contact-lists.routes.ts'
import { eraseItems } from './erase-items.ts'
import { takePeople } from './import-list-items.ts'

export const contactListsFeature: Feature = {
  name: 'contact-lists',
  routes: contactListRoutes,
  realtime: contactListsRealtime,
  listeners: (bus) => {
    beforeContactDelete.add(eraseItems)
    recordsOfPerson.add(addListItems)
    bus.on(connectionStatusMoved, (ctx, { companyId, to }) =>
      to === 'CONNECTED' ? checkWaiting(ctx, companyId) : undefined
    )
  },
  jobs: (jobs) => {
    jobs.work(importListItems, workSheetImport(takePeople))
    jobs.work(checkNumbers, checkNext)
    // A question that was never answered is asked again.
    jobs.schedule('contact-lists.check-waiting', '*/10 * * * *', (ctx) => checkWaiting(ctx, null))
  }
}
