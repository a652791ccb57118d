// Connections: with their prompt, and with fields of phones that servers with a browser a number once knew.
import {
  connectionEvent,
  createConnection,
  listConnections,
  showConnection,
  updateConnection,
  type Connection
} from '@guiche/shared/features/inbox/connections.ts'
import type { Ctx } from '#platform/ctx.ts'
import { promptFacts } from './row-facts.repo.ts'
import { answerOf, eventOf, type Setting } from './translation.ts'

async function rowsOf(ctx: Ctx, companyId: number, connections: readonly Connection[]) {
  const prompts = await promptFacts(
    ctx.db,
    companyId,
    connections.flatMap(({ promptId }) => promptId ?? [])
  )
  return connections.map((connection) => ({
    ...connection,
    /** Nothing tells them to us: the number is on our socket, not in a phone's browser. */
    battery: null,
    plugged: null,
    farewellMessage: '',
    prompt: connection.promptId === null ? null : (prompts.get(connection.promptId) ?? null)
  }))
}

const rowOf = async (connection: Connection, { ctx }: Pick<Setting, 'ctx'>) =>
  (await rowsOf(ctx, connection.companyId, [connection]))[0]

export const connectionTranslations = {
  answers: [
    answerOf(listConnections, (connections, { ctx, reader }) => rowsOf(ctx, reader.companyId, connections)),
    answerOf(showConnection, rowOf),
    answerOf(createConnection, rowOf),
    answerOf(updateConnection, rowOf)
  ],
  events: [
    eventOf(connectionEvent, async (ctx, message) => {
      const { payload } = message
      if (payload.action === 'delete') return [message]
      return [{ ...message, payload: { ...payload, whatsapp: await rowOf(payload.whatsapp, { ctx }) } }]
    })
  ]
}
