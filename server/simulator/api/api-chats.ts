// Routes of chats: what customers write, what the desk sent, presence, calls, files, bulk runs.
import type { FastifyInstance } from 'fastify'
import * as schemas from './api-schemas.ts'
import type { Operations } from './operations.ts'
import type { Content } from '../types.ts'

interface ByChat {
  Params: { phone: string; other: string }
}

interface ById {
  Params: { id: string }
}

/** Files are shown, never run: no type that a browser would execute on this origin. */
const safeType = (mime: string) =>
  /^(image\/(?!svg)|video\/|audio\/|application\/pdf)/.test(mime) ? mime : 'application/octet-stream'

export function chatRoutes(api: FastifyInstance, operations: Operations): void {
  api.post('/messages', async ({ body }, reply) => {
    const { phone, customer, content, from, options } = schemas.send.parse(body)
    const write = from === 'handset' ? operations.sendFromHandset : operations.send
    return reply.code(201).send(await write(phone, customer, content as Content, options))
  })
  api.get<{ Querystring: { phone?: string } }>('/chats', ({ query }) => operations.chats(query.phone))
  api.get<ByChat>('/chats/:phone/:other', ({ params }) => operations.chat(params.phone, params.other))
  api.get<ByChat & { Querystring: { last?: string } }>('/chats/:phone/:other/messages', ({ params, query }) =>
    operations.messages(params.phone, params.other, query.last === undefined ? undefined : Number(query.last))
  )
  api.post('/presence', ({ body }, reply) => {
    const { phone, customer, state, group } = schemas.presence.parse(body)
    operations.presence(phone, customer, state, group)
    return reply.code(204).send()
  })
  api.post('/read', ({ body }) => {
    const { phone, customer, ids, type } = schemas.read.parse(body)
    return { ids: operations.markRead(phone, customer, ids, type) }
  })
  api.get('/calls', () => operations.calls())
  api.post('/calls', ({ body }, reply) => {
    const { phone, customer, video } = schemas.call.parse(body)
    return reply.code(201).send(operations.startCall(phone, customer, video))
  })
  api.post<ById>('/calls/:id/end', ({ params, body }) =>
    operations.endCall(params.id, schemas.callEnd.parse(body ?? {}).reason)
  )
  api.get<ById>('/files/:id', ({ params }, reply) => {
    const { data, mime, fileName } = operations.fileInfo(params.id)
    if (fileName) reply.header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    return reply.type(safeType(mime)).header('x-content-type-options', 'nosniff').send(data)
  })
  api.post('/lose-media', ({ body }) => {
    const { phone, other, id } = schemas.loseMedia.parse(body)
    return { lost: operations.loseMedia(phone, other, id) }
  })

  api.get('/bulk', () => operations.bulkRuns())
  api.post('/bulk', async ({ body }, reply) => {
    const id = await operations.bulk(schemas.bulk.parse(body))
    return reply.code(201).send(operations.bulkStats(id))
  })
  api.get<ById>('/bulk/:id', ({ params }) => operations.bulkStats(params.id))
  api.get<ById>('/bulk/:id/order', ({ params }) => operations.bulkOrder(params.id))
  api.post<ById>('/bulk/:id/release', ({ params, body }) => {
    operations.releaseBulk(params.id, schemas.bulkRelease.parse(body ?? {}).perSecond)
    return operations.bulkStats(params.id)
  })
  api.post<ById>('/bulk/:id/stop', ({ params }) => {
    operations.stopBulk(params.id)
    return operations.bulkStats(params.id)
  })
  api.get<{ Params: { phone: string } }>('/outbound/:phone', ({ params }) => operations.outbound(params.phone))
}
