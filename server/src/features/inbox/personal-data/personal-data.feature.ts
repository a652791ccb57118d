// Personal data, plugged in. It comes before the merges: its step of an erasure asks who was merged with whom.
import {
  afterMergeUndone,
  beforeContactDelete,
  beforeContactMerge,
  beforeContactsJoin
} from '#features/inbox/contacts/contacts.events.ts'
import type { Feature } from '#platform/feature.ts'
import { exportPerson } from './export-person.ts'
import { recordsOfPerson } from './personal-data.events.ts'
import { exportPersonJob } from './personal-data.jobs.ts'
import { personalDataRealtime } from './personal-data.realtime.ts'
import { personalDataRoutes } from './personal-data.routes.ts'
import { dropExportsOfJoined, dropExportsOfMerged, dropExportsOfPerson } from './personal-data.service.ts'
import { addRecordsOfInbox } from './read-records.ts'
import { sweepExports } from './sweep-exports.ts'

export const personalDataFeature: Feature = {
  name: 'personal-data',
  routes: personalDataRoutes,
  realtime: personalDataRealtime,
  jobs: (jobs) => {
    jobs.work(exportPersonJob, exportPerson)
    jobs.schedule('personal-data.hour', '17 * * * *', sweepExports)
  },
  listeners: () => {
    recordsOfPerson.add(addRecordsOfInbox)
    beforeContactDelete.add(dropExportsOfPerson)
    beforeContactsJoin.add(dropExportsOfJoined)
    beforeContactMerge.add(dropExportsOfMerged)
    afterMergeUndone.add(dropExportsOfMerged)
  }
}
