// Consents, plugged in.
import { afterMergeUndone, beforeContactMerge, beforeContactsJoin } from '#features/inbox/contacts/contacts.events.ts'
import { recordsOfPerson } from '#features/inbox/personal-data/personal-data.events.ts'
import type { Feature } from '#platform/feature.ts'
import { consentsRealtime } from './consents.realtime.ts'
import { consentRoutes } from './consents.routes.ts'
import { addConsents, followContact, mergeContact, returnConsents } from './consents.service.ts'

export const consentsFeature: Feature = {
  name: 'consents',
  routes: consentRoutes,
  realtime: consentsRealtime,
  listeners: () => {
    recordsOfPerson.add(addConsents)
    beforeContactsJoin.add(followContact)
    beforeContactMerge.add(mergeContact)
    afterMergeUndone.add(returnConsents)
  }
}
