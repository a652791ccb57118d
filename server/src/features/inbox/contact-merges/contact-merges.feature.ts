// Merged contacts, plugged in.
import { beforeContactDelete, beforeContactsJoin, whoIsErased } from '#features/inbox/contacts/contacts.events.ts'
import { filesInUse } from '#features/inbox/erasure/erasure.events.ts'
import type { Feature } from '#platform/feature.ts'
import { contactMergesRealtime } from './contact-merges.realtime.ts'
import { contactMergeRoutes } from './contact-merges.routes.ts'
import { addMergedContacts, eraseMerges, followJoined, markUsedMergedAvatars } from './erase-merges.ts'

export const contactMergesFeature: Feature = {
  name: 'contact-merges',
  routes: contactMergeRoutes,
  realtime: contactMergesRealtime,
  listeners: () => {
    whoIsErased.add(addMergedContacts)
    beforeContactDelete.add(eraseMerges)
    beforeContactsJoin.add(followJoined)
    filesInUse.add(markUsedMergedAvatars)
  }
}
