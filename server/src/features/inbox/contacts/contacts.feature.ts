// Contacts, plugged in.
import { filesInUse } from '#features/inbox/erasure/erasure.events.ts'
import type { Feature } from '#platform/feature.ts'
import { contactsRealtime } from './contacts.realtime.ts'
import { contactRoutes } from './contacts.routes.ts'
import { listenForGroupNames } from './identity/group-names.ts'
import { markUsedAvatars, listenForAvatars } from './identity/avatars.ts'
import { workContactSheets } from './sheets/work-contact-sheets.ts'

export const contactsFeature: Feature = {
  name: 'contacts',
  routes: contactRoutes,
  realtime: contactsRealtime,
  jobs: workContactSheets,
  listeners: (bus) => {
    filesInUse.add(markUsedAvatars)
    listenForAvatars(bus)
    listenForGroupNames(bus)
  }
}
