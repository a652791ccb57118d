// Tags: with their times, counts as texts and rows, and their events under the name of users.
import {
  createTag,
  listAllTags,
  listColumnTags,
  listTags,
  showTag,
  tagEvent,
  updateTag,
  type Tag
} from '@guiche/shared/features/inbox/tags.ts'
import type { Ctx } from '#platform/ctx.ts'
import { countsOfTags, tagTimes } from './row-facts.repo.ts'
import { answerOf, eventOf, type Setting } from './translation.ts'
import { withTimes } from './with-times.ts'

async function rowsOf<T extends Tag>(ctx: Ctx, companyId: number, tags: readonly T[]) {
  return withTimes(
    tags,
    await tagTimes(
      ctx.db,
      companyId,
      tags.map(({ id }) => id)
    )
  )
}

const rowOf = async <T extends Tag>(ctx: Ctx, tag: T) => (await rowsOf(ctx, tag.companyId, [tag]))[0]

const list = (tags: readonly Tag[], { ctx, reader }: Setting) => rowsOf(ctx, reader.companyId, tags)

/** Where older consoles listen for tags: their servers announce them so. */
const oldChannel = 'user'

export const tagTranslations = {
  answers: [
    answerOf(listTags, async (page, { ctx, reader, query }) => {
      const { searchParam } = query as { searchParam: string }
      const tags = await rowsOf(ctx, reader.companyId, page.tags)
      return {
        ...page,
        tags: tags.map((tag) => ({ ...tag, ticketsCount: String(tag.ticketsCount) })),
        // A row a tag that is found, on whatever page it stands.
        count: await countsOfTags(ctx.db, reader.companyId, searchParam.trim())
      }
    }),
    answerOf(showTag, async (tag, { ctx }) => ({ ...(await rowOf(ctx, tag)), ticketsCount: String(tag.ticketsCount) })),
    answerOf(createTag, (tag, { ctx }) => rowOf(ctx, tag)),
    answerOf(updateTag, (tag, { ctx }) => rowOf(ctx, tag)),
    answerOf(listAllTags, list),
    answerOf(listColumnTags, async ({ lista }, setting) => ({ lista: await list(lista, setting) }))
  ],
  events: [
    eventOf(tagEvent, async (ctx, message) => {
      const { payload } = message
      if (payload.action === 'delete') return [message, { ...message, name: oldChannel }]
      const tag = await rowOf(ctx, payload.tag)
      // They read it under either name.
      return [
        { ...message, payload: { ...payload, tag } },
        { ...message, name: oldChannel, payload: { ...payload, tag, tags: tag } }
      ]
    })
  ]
}
