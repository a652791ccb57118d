// Routes of phones, pairing, customers and groups.
import type { FastifyInstance } from 'fastify'
import * as schemas from './api-schemas.ts'
import type { Operations } from './operations.ts'
import type { PastMessage } from '../types.ts'

/** People the page is told of; after a large bulk run there are thousands more. */
const MOST_SHOWN = 1000

interface ById {
  Params: { id: string }
}

export function accountRoutes(api: FastifyInstance, operations: Operations): void {
  /** Everything the page shows at once. */
  api.get('/state', () => ({
    phones: operations.phones(),
    customers: operations.customers(MOST_SHOWN),
    groups: operations.groups(),
    waiting: operations.waiting(),
    chats: operations.chats(),
    calls: operations.calls(),
    faults: operations.faultScopes(),
    refusals: operations.refusals(),
    runs: operations.bulkRuns()
  }))

  api.get('/phones', () => operations.phones())
  api.post('/phones', async (request, reply) =>
    reply.code(201).send(await operations.createPhone(schemas.phoneDraft.parse(request.body)))
  )
  api.get<ById>('/phones/:id', ({ params }) => operations.phone(params.id))
  api.post<ById>('/phones/:id/scan', async ({ params, body }) => ({
    device: await operations.scanQr(params.id, schemas.scan.parse(body).qr)
  }))
  api.post<ById>('/phones/:id/code', async ({ params, body }) => ({
    device: await operations.enterCode(params.id, schemas.enterCode.parse(body).code)
  }))
  api.post<ById>('/phones/:id/past', async ({ params, body }, reply) => {
    const written = operations.writePast(params.id, schemas.past.parse(body).messages as PastMessage[])
    return reply.code(201).send({ ids: written.map(({ id }) => id) })
  })
  api.post<ById>('/phones/:id/pair-waiting', async ({ params, body }) => ({
    device: await operations.pairWaiting(params.id, schemas.pairWaiting.parse(body ?? {}).id)
  }))
  api.delete<ById>('/phones/:id/devices', ({ params }, reply) => {
    operations.unlink(params.id)
    return reply.code(204).send()
  })
  api.delete<{ Params: { id: string; device: string } }>('/phones/:id/devices/:device', ({ params }, reply) => {
    operations.unlink(params.id, Number(params.device))
    return reply.code(204).send()
  })
  api.get('/waiting', () => operations.waiting())
  api.post('/qr', ({ body }, reply) => {
    operations.tellQr(schemas.scan.parse(body).qr)
    return reply.code(204).send()
  })
  api.post('/desks', ({ body }, reply) => {
    operations.addServerLogin(schemas.serverLogin.parse(body))
    return reply.code(204).send()
  })

  api.get('/customers', () => operations.customers())
  api.post('/customers', ({ body }, reply) =>
    reply.code(201).send(operations.createCustomer(schemas.customerDraft.parse(body)))
  )
  api.get<ById>('/customers/:id', ({ params }) => operations.customer(params.id))
  api.patch<ById>('/customers/:id', ({ params, body }) =>
    operations.updateCustomer(params.id, schemas.customerChange.parse(body))
  )
  api.get<ById>('/customers/:id/picture', ({ params }, reply) => {
    const picture = operations.picture(params.id)
    return reply.type(picture.mime).send(picture.data)
  })
  api.post<ById>('/customers/:id/order-retries', ({ params, body }, reply) => {
    operations.orderRetries(params.id, schemas.retries.parse(body ?? {}).times)
    return reply.code(204).send()
  })

  api.get('/groups', () => operations.groups())
  api.post('/groups', ({ body }, reply) => reply.code(201).send(operations.createGroup(schemas.groupDraft.parse(body))))
}
