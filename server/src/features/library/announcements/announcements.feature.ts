// Announcements, plugged in.
import type { Feature } from '#platform/feature.ts'
import { listenForAnnouncements } from './announcements.realtime.ts'
import { announcementRoutes } from './announcements.routes.ts'

export const announcementsFeature: Feature = {
  name: 'announcements',
  routes: announcementRoutes,
  listeners: listenForAnnouncements
}
