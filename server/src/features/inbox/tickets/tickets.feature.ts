// Tickets, plugged in.
import { beforeQueueDelete } from '#features/org/queues/queues.events.ts'
import { expiryCounted, recordsExpire } from '#features/org/retention/retention.events.ts'
import { beforeUserDelete } from '#features/org/users/users.events.ts'
import { leaveBegun } from '#features/org/work-times/work-times.events.ts'
import { afterContactsJoin, beforeContactDelete, beforeContactsJoin } from '#features/inbox/contacts/contacts.events.ts'
import type { Feature } from '#platform/feature.ts'
import { deleteUnusedWords, deleteWordsOf } from './search/delete-words.ts'
import { joinTickets, publishJoinedTickets } from './lifecycle/join-tickets.ts'
import { deleteWordsJob } from './tickets.jobs.ts'
import { ticketsRealtime } from './tickets.realtime.ts'
import { ticketRoutes } from './tickets.routes.ts'
import {
  countExpiredTickets,
  expireTickets,
  handOnForLeave,
  releaseContact,
  releaseQueue,
  releaseUser
} from './tickets.service.ts'

export const ticketsFeature: Feature = {
  name: 'tickets',
  routes: ticketRoutes,
  realtime: ticketsRealtime,
  jobs: (jobs) => {
    jobs.schedule('forget words', '51 4 * * *', deleteUnusedWords)
    jobs.work(deleteWordsJob, deleteWordsOf)
  },
  listeners: () => {
    recordsExpire.add(expireTickets)
    expiryCounted.add(countExpiredTickets)
    beforeQueueDelete.add(releaseQueue)
    beforeUserDelete.add(releaseUser)
    leaveBegun.add(handOnForLeave)
    beforeContactDelete.add(releaseContact)
    beforeContactsJoin.add(joinTickets)
    afterContactsJoin.add(publishJoinedTickets)
  }
}
