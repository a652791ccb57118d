// Announcements: what the super user tells the people of every company.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, text } from '../../kernel/ids.ts'
import { languages, writtenIn } from '../../kernel/languages.ts'
import { pageQuery } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

/** 1 high, 2 medium, 3 low. */
export const announcementPriorities = [1, 2, 3] as const

/** Bytes of the image at the most. */
export const largestAnnouncementImage = 5 * 1024 * 1024

export const announcementSchema = z.object({
  id: z.number(),
  title: z.string(),
  text: z.string(),
  priority: z.number(),
  /** Who speaks it sees it; null is for everybody. */
  language: z.enum(languages).nullable(),
  /** Only active ones are shown to people. */
  status: z.boolean(),
  /** The image is at `/public/{mediaPath}`, for about a week; null without one. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant
})
export type Announcement = z.infer<typeof announcementSchema>

const mandatory = 'Obrigatório'

export const announcementDraft = z.object({
  title: text(200).trim().min(1, mandatory),
  text: text(10_000).trim().min(1, mandatory),
  priority: z.coerce.number().int().min(1).max(3).default(3),
  status: z
    .preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
    .default(true),
  language: writtenIn
})
export type AnnouncementDraft = z.output<typeof announcementDraft>
const announcementPatch = announcementDraft.partial().extend({ language: z.enum(languages).nullable().optional() })
export type AnnouncementPatch = z.output<typeof announcementPatch>

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/announcements',
  access: 'user',
  query: pageQuery,
  response: z.object({ records: z.array(announcementSchema), count: z.number(), hasMore: z.boolean() }),
  summary: 'Newest first, 20 a page; inactive ones for the super user alone'
})
export const showAnnouncement = endpoint({
  method: 'GET',
  path: '/announcements/:id',
  access: 'user',
  params: idParams,
  response: announcementSchema
})
export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/announcements',
  access: 'super',
  body: announcementDraft,
  response: announcementSchema
})
export const updateAnnouncement = endpoint({
  method: 'PUT',
  path: '/announcements/:id',
  access: 'super',
  params: idParams,
  body: announcementPatch,
  response: announcementSchema
})
export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/announcements/:id',
  access: 'super',
  params: idParams,
  response: z.object({ message: z.string() })
})
export const uploadAnnouncementImage = endpoint({
  method: 'POST',
  path: '/announcements/:id/media-upload',
  access: 'super',
  params: idParams,
  multipart: true,
  response: announcementSchema,
  summary: 'A PNG or JPEG in the field `file`; it takes the place of the one before'
})
export const removeAnnouncementImage = endpoint({
  method: 'DELETE',
  path: '/announcements/:id/media-upload',
  access: 'super',
  params: idParams,
  response: announcementSchema
})

/** Not logged: a console that was away asks for the list when it is back. */
export const announcementEvent = wireEvent(
  (companyId) => `company-${companyId}-announcement`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), record: announcementSchema }),
    /** Also sent when one becomes inactive. */
    z.object({ action: z.literal('delete'), id: z.number() })
  ])
)
