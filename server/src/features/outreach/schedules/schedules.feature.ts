// Scheduled messages, plugged in.
import { sourceMarks } from '@guiche/shared/features/inbox/messages.ts'
import { beforeConnectionDelete } from '#features/inbox/connections/connections.events.ts'
import {
  afterMergeUndone,
  beforeContactDelete,
  beforeContactMerge,
  beforeContactsJoin
} from '#features/inbox/contacts/contacts.events.ts'
import { filesInUse } from '#features/inbox/erasure/erasure.events.ts'
import { messageChanged } from '#features/inbox/messages/messages.events.ts'
import { recordsOfPerson } from '#features/inbox/personal-data/personal-data.events.ts'
import { expiryCounted, recordsExpire } from '#features/org/retention/retention.events.ts'
import { beforeUserDelete } from '#features/org/users/users.events.ts'
import type { Feature } from '#platform/feature.ts'
import { addSchedules } from './add-records.ts'
import { followContact, mergeContact, returnSchedules } from './follow-contact.ts'
import { schedulesRealtime } from './schedules.realtime.ts'
import { scheduleRoutes } from './schedules.routes.ts'
import {
  countExpiredSchedules,
  expireSchedules,
  followMessage,
  markUsedScheduleImages,
  releaseConnection,
  releaseContact,
  releaseUser
} from './schedules.service.ts'
import { scheduleWorker, takeBackStuck } from './send-schedules.ts'

export const schedulesFeature: Feature = {
  name: 'schedules',
  routes: scheduleRoutes,
  realtime: schedulesRealtime,
  listeners: (bus) => {
    beforeUserDelete.add(releaseUser)
    beforeConnectionDelete.add(releaseConnection)
    beforeContactDelete.add(releaseContact)
    recordsOfPerson.add(addSchedules)
    recordsExpire.add(expireSchedules)
    expiryCounted.add(countExpiredSchedules)
    filesInUse.add(markUsedScheduleImages)
    beforeContactsJoin.add(followContact)
    beforeContactMerge.add(mergeContact)
    afterMergeUndone.add(returnSchedules)
    bus.on(messageChanged, (ctx, { message }) =>
      message.clientId?.startsWith(sourceMarks.schedule) ? followMessage(ctx, message.companyId, message.id) : undefined
    )
  },
  jobs: (jobs) => {
    scheduleWorker.register(jobs)
    jobs.schedule('schedules.take-back', '* * * * *', takeBackStuck)
  }
}
