// Help videos of the super user, for everybody; and how a video is found by its code or its link.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams, instant, text } from '../../kernel/ids.ts'
import { languages, writtenIn } from '../../kernel/languages.ts'
import { pageQuery } from '../../kernel/page.ts'
import { wireEvent } from '../../kernel/wire-event.ts'

/** The only place outside that a page of ours shows anything of: the player of the videos. */
export const videoPlayerOrigin = 'https://www.youtube-nocookie.com'

const code = /^[\w-]{3,64}$/

/** The path and the query of a link. */
const link = /^(?:https?:\/\/)?[\w-]+(?:\.[\w-]+)+(?::\d+)?(\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?$/i

/** Links that carry the code in their path. */
const shortLink = /^\/(?:(?:embed|shorts|live)\/)?([\w-]{3,64})\/?$/

/** The code of a video from what was typed: the code itself, or a link with it, in `v` or in its path; null for neither. */
export function videoCodeOf(video: string): string | null {
  const typed = video.trim()
  if (code.test(typed)) return typed
  const [, path = '', query = ''] = link.exec(typed) ?? []
  const found = /(?:^|&)v=([^&]*)/.exec(query)?.[1] ?? shortLink.exec(path)?.[1] ?? ''
  return code.test(found) ? found : null
}

/** Where a video plays in a frame, from its beginning as soon as it is open. */
export const videoPlayerUrl = (videoCode: string): string =>
  `${videoPlayerOrigin}/embed/${encodeURIComponent(videoCode)}?autoplay=1&rel=0`

/** True for an address of the player, in which alone a frame of ours may be. */
export const isVideoPlayer = (url: string): boolean => url.startsWith(`${videoPlayerOrigin}/embed/`)

const helpSchema = z.object({
  id: z.number(),
  title: z.string(),
  /** As it was typed: a code or a link. */
  video: z.string(),
  description: z.string(),
  /** Who speaks it sees it; null is for everybody. */
  language: z.enum(languages).nullable(),
  createdAt: instant,
  updatedAt: instant
})
export type Help = z.infer<typeof helpSchema>

const mandatory = 'Obrigatório'

export const helpDraft = z.object({
  title: text(120).trim().min(1, mandatory),
  video: text(500)
    .trim()
    .min(1, mandatory)
    .refine((video) => videoCodeOf(video) !== null, 'ERR_VIDEO_INVALID'),
  description: text(2_000)
    .nullish()
    .transform((value) => value?.trim() ?? ''),
  language: writtenIn
})
export type HelpDraft = z.output<typeof helpDraft>

export const listHelps = endpoint({
  method: 'GET',
  path: '/helps',
  access: 'user',
  query: pageQuery,
  response: z.object({ records: z.array(helpSchema), count: z.number(), hasMore: z.boolean() }),
  summary: 'In the order in which they were added, 20 a page'
})
export const listAllHelps = endpoint({
  method: 'GET',
  path: '/helps/list',
  access: 'user',
  response: z.array(helpSchema),
  summary: 'All of them, at most 500'
})
export const createHelp = endpoint({
  method: 'POST',
  path: '/helps',
  access: 'super',
  body: helpDraft,
  response: helpSchema
})
export const updateHelp = endpoint({
  method: 'PUT',
  path: '/helps/:id',
  access: 'super',
  params: idParams,
  body: helpDraft,
  response: helpSchema
})
export const deleteHelp = endpoint({
  method: 'DELETE',
  path: '/helps/:id',
  access: 'super',
  params: idParams,
  response: z.object({ message: z.string() })
})

/** Not logged: a console that was away asks for the list when it is back. */
export const helpEvent = wireEvent(
  (companyId) => `company-${companyId}-help`,
  z.discriminatedUnion('action', [
    z.object({ action: z.enum(['create', 'update']), record: helpSchema }),
    z.object({ action: z.literal('delete'), id: z.number() })
  ])
)
