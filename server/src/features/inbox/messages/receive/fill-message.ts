// Fills the variables of an outgoing message in, with what is known of its ticket and its author.
import { fillVariables, hasVariables } from '@guiche/shared/features/inbox/message-variables.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { companyById } from '#features/org/companies/companies.service.ts'
import { botLanguageOf } from '#features/org/settings/settings.service.ts'
import { userById } from '#features/org/users/users.service.ts'
import type { Ctx } from '#platform/ctx.ts'

async function authorOf(ctx: Ctx, ticket: Ticket, userId: number | null): Promise<string | null> {
  if (userId === null || userId === ticket.user?.id) return ticket.user?.name ?? null
  return (await userById(ctx, ticket.companyId, userId)).name
}

/** Nothing is asked of the database for a text without variables. */
export async function fillMessage(
  ctx: Ctx,
  ticket: Ticket,
  { body, userId }: { body: string; userId: number | null }
): Promise<string> {
  if (!hasVariables(body)) return body
  const { name, timeZone } = await companyById(ctx, ticket.companyId)
  return fillVariables(body, {
    now: ctx.now(),
    timeZone,
    language: await botLanguageOf(ctx, ticket.companyId),
    contact: ticket.contact,
    user: await authorOf(ctx, ticket, userId),
    queue: ticket.queue?.name ?? null,
    connection: ticket.whatsapp?.name ?? null,
    company: name,
    ticketId: ticket.id
  })
}
