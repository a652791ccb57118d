// Routes of the levers and lasting faults.
import type { FastifyInstance } from 'fastify'
import * as schemas from './api-schemas.ts'
import type { Operations } from './operations.ts'

interface ById {
  Params: { id: string }
}

export function faultRoutes(api: FastifyInstance, operations: Operations): void {
  api.get('/faults', () => operations.faultScopes())
  api.put('/faults', ({ body }) => operations.setFaults(schemas.faultSettings.parse(body)))
  api.delete('/faults', (_request, reply) => {
    operations.clearFaults()
    return reply.code(204).send()
  })
  api.get<ById>('/phones/:id/faults', ({ params }) => operations.faults(params.id))
  api.put<ById>('/phones/:id/faults', ({ params, body }) =>
    operations.setFaults(schemas.faultSettings.parse(body), params.id)
  )
  api.delete<ById>('/phones/:id/faults', ({ params }, reply) => {
    operations.clearFaults(params.id)
    return reply.code(204).send()
  })
  api.post<ById>('/phones/:id/pull', ({ params, body }) => {
    const { lever, device } = schemas.pull.parse(body)
    return { devices: operations.pull(params.id, lever, device) }
  })
  api.get('/refusals', () => operations.refusals())
  api.post('/refusals', ({ body }, reply) => reply.code(201).send(operations.refuseSends(schemas.refusal.parse(body))))
  api.delete<ById>('/refusals/:id', ({ params }, reply) => {
    operations.endRefusal(Number(params.id))
    return reply.code(204).send()
  })
}
