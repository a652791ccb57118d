// Users: with their company, and with the row that joins them to each of their queues.
import { login, refreshToken, type LoginReply } from '@guiche/shared/features/org/auth.ts'
import {
  createUser,
  listAllUsers,
  listUsers,
  showUser,
  updateUser,
  userEvent,
  type User
} from '@guiche/shared/features/org/users.ts'
import { noDueDate } from '@guiche/shared/features/org/due-dates.ts'
import type { QueueBrief } from '@guiche/shared/features/org/queues.ts'
import type { Ctx } from '#platform/ctx.ts'
import { companyRows } from './companies.ts'
import { companyNames, type CompanyNames } from './row-facts.repo.ts'
import { answerOf, eventOf, type Setting } from './translation.ts'

/** Boards read the ids of queues from the joining rows. */
function joined(user: { id: number; createdAt?: string; updatedAt?: string }, queues: readonly QueueBrief[]) {
  return queues.map((queue) => ({
    ...queue,
    UserQueue: { userId: user.id, queueId: queue.id, createdAt: user.createdAt, updatedAt: user.updatedAt }
  }))
}

/** What events say of it takes the place of what the login said. */
function companyOf(id: number, companies: ReadonlyMap<number, CompanyNames>) {
  const company = companies.get(id)
  return { id, name: company?.name ?? '', dueDate: company?.dueDate?.toISOString() ?? noDueDate }
}

/** Users of any company, each with it. */
async function peopleOf<T extends Pick<User, 'id' | 'companyId' | 'queues' | 'createdAt' | 'updatedAt'>>(
  ctx: Ctx,
  users: readonly T[]
) {
  const companies = await companyNames(
    ctx.db,
    users.map(({ companyId }) => companyId)
  )
  return users.map((user) => ({
    ...user,
    queues: joined(user, user.queues),
    company: companyOf(user.companyId, companies)
  }))
}

const personOf = async (user: User, { ctx }: Pick<Setting, 'ctx'>) => (await peopleOf(ctx, [user]))[0]

async function signedIn(reply: LoginReply, { ctx }: Setting) {
  const { user } = reply
  const [company] = await companyRows(ctx, [user.company])
  return { ...reply, user: { ...user, queues: joined(user, user.queues), company } }
}

export const peopleTranslations = {
  answers: [
    answerOf(login, signedIn),
    answerOf(refreshToken, signedIn),
    answerOf(listUsers, async (page, { ctx }) => ({ ...page, users: await peopleOf(ctx, page.users) })),
    answerOf(listAllUsers, (users, { reader }) =>
      users.map((user) => ({ ...user, companyId: reader.companyId, queues: joined(user, user.queues) }))
    ),
    answerOf(showUser, personOf),
    answerOf(createUser, personOf),
    answerOf(updateUser, personOf)
  ],
  events: [
    eventOf(userEvent, async (ctx, message) => {
      const { payload } = message
      if (payload.action === 'delete') return [message]
      return [{ ...message, payload: { ...payload, user: await personOf(payload.user, { ctx }) } }]
    })
  ]
}
