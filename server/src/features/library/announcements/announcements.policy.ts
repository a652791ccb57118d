// Who reads which announcements.
import type { Actor } from '#platform/actor.ts'

/** People read active ones; the super user, who writes them, reads all. */
export const mayRead = (actor: Actor, { status }: { status: boolean }): boolean => status || actor.super
