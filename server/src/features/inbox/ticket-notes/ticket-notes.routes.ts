// Calls of notes on tickets.
import {
  createNote,
  deleteNote,
  listMentionable,
  listMentions,
  listNotes,
  readMentions
} from '@guiche/shared/features/inbox/ticket-notes.ts'
import { mount, type Route } from '#platform/http/mount.ts'
import * as mentions from './mentions.ts'
import * as service from './ticket-notes.service.ts'

export const ticketNoteRoutes: Route[] = [
  mount(listNotes, (ctx, { actor, query }) => service.listNotes(ctx, actor, query)),
  mount(listMentionable, (ctx, { actor, query }) => mentions.listMentionable(ctx, actor, query.ticketId)),
  mount(listMentions, (ctx, { actor }) => mentions.listMentions(ctx, actor)),
  mount(readMentions, async (ctx, { actor, body }) => ({
    ids: await mentions.readMentions(ctx, actor, body.ticketId)
  })),
  mount(createNote, (ctx, { actor, body }) => service.createNote(ctx, actor, body)),
  mount(deleteNote, async (ctx, { actor, params }) => {
    await service.deleteNote(ctx, actor, params.id)
    return { message: 'Note deleted.' }
  })
]
