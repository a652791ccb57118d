// Contacts, plugged in.
import type { Feature } from '#platform/feature.ts'
import { contactsRealtime } from './contacts.realtime.ts'
import { contactRoutes } from './contacts.routes.ts'
import { listenForGroupNames } from './group-names.ts'
import { listenForPictures } from './profile-pictures.ts'
import { workContactSheets } from './work-contact-sheets.ts'

export const contactsFeature: Feature = {
  name: 'contacts',
  routes: contactRoutes,
  realtime: contactsRealtime,
  jobs: workContactSheets,
  listeners: (bus) => {
    listenForPictures(bus)
    listenForGroupNames(bus)
  }
}
