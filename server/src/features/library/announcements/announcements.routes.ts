// Calls of announcements.
import * as contract from '@guiche/shared/features/library/announcements.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as service from './announcements.service.ts'

export const announcementRoutes: Route[] = [
  mount(contract.listAnnouncements, (ctx, { actor, query }) => service.listAnnouncements(ctx, actor, query)),
  mount(contract.showAnnouncement, (ctx, { actor, params }) => service.showAnnouncement(ctx, actor, params.id)),
  mount(contract.createAnnouncement, (ctx, { body }) => service.createAnnouncement(ctx, body)),
  mount(contract.updateAnnouncement, (ctx, { params, body }) => service.updateAnnouncement(ctx, params.id, body)),
  mount(contract.deleteAnnouncement, async (ctx, { params }) => {
    await service.deleteAnnouncement(ctx, params.id)
    return { message: 'Announcement deleted' }
  }),
  mount(contract.uploadAnnouncementImage, (ctx, { params, request }) => service.uploadImage(ctx, params.id, request)),
  mount(contract.removeAnnouncementImage, (ctx, { params }) => service.removeImage(ctx, params.id))
]
