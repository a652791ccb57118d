// Two nodes on one database: what happens at one is heard at the other, by those who may hear it and by nobody else.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ticketEvent, updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { logout } from '@guiche/shared/features/org/auth.ts'
import { updateUser } from '@guiche/shared/features/org/users.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { accepted, makeCompany, makeQueue, makeUser, type Company, type Person } from '#test/fixtures/factories.ts'
import { makeTicket } from '#test/fixtures/make-ticket.ts'
import { connectSocket } from '#test/server/test-socket.ts'
import { whenInstalled } from '../../../scripts/system-programs.ts'
import { startRedis, type RedisServer } from './redis-server.ts'

const receivedWithin = { timeout: 10_000, interval: 20 }

const ways = { 'the database': {}, Redis: whenInstalled('redis-server') }

describe.each(Object.entries(ways))('through %s', (way, needs) => {
  describe('two nodes', needs, () => {
    let redis: RedisServer | undefined
    let first: TestApp
    let second: TestApp
    let company: Company

    beforeAll(async () => {
      redis = way === 'Redis' ? await startRedis() : undefined
      const options = redis ? { config: { redisUrl: redis.url } } : { isOneOfMany: true }
      first = await buildTestApp(options)
      second = await buildTestApp({ ...options, besides: first })
      company = await makeCompany(first)
    }, 60_000)
    afterAll(async () => {
      await second.close()
      await first.close()
      await redis?.stop()
    })

    const listenAtSecond = ({ token, id, companyId }: Person) => connectSocket(second, { token, id, companyId })

    test('tell each other’s sockets what their users may hear', async () => {
      const [sales, support] = [await makeQueue(company), await makeQueue(company)]
      const seller = await makeUser(company, { queueIds: [sales.id] })
      const helper = await makeUser(company, { queueIds: [support.id] })
      const stranger = (await makeCompany(first)).admin
      const [atSecond, ofOtherQueue, ofOtherCompany] = [
        await listenAtSecond(seller),
        await listenAtSecond(helper),
        await listenAtSecond(stranger)
      ]
      const ticket = await makeTicket(company, { queueId: sales.id, status: 'pending' })
      const body = { status: 'open' as const, userId: seller.id }
      accepted(first, await seller.call(updateTicket, { params: { id: ticket.id }, body }))
      await expect
        .poll(
          () => atSecond.of(ticketEvent).map((event) => [event.action, 'ticket' in event ? event.ticket.id : 0]),
          receivedWithin
        )
        .toContainEqual(['update', ticket.id])
      // Whatever was sent before this has arrived everywhere at the other node.
      await Promise.all([ofOtherQueue.settle(), ofOtherCompany.settle()])
      expect(ofOtherQueue.of(ticketEvent).filter(({ action }) => action === 'update')).toEqual([])
      const ownOnly = ({ name }: { name: string }) => name.startsWith(`company-${stranger.companyId}-`)
      expect(ofOtherCompany.heard.filter((event) => !ownOnly(event))).toEqual([])
      await Promise.all([atSecond.close(), ofOtherQueue.close(), ofOtherCompany.close()])
    })

    test('carry what is longer than a notification', async () => {
      const socket = await listenAtSecond(company.admin)
      const payload = { text: 'á🙂'.repeat(20_000) }
      first.ctx.realtime.publish({ companyId: company.id, rooms: [`c${company.id}`], name: 'long', payload })
      await expect
        .poll(() => socket.heard.find(({ name }) => name === 'long')?.payload, receivedWithin)
        .toEqual(payload)
      await socket.close()
    })

    test('move sockets of the other node into the rooms of new rights', async () => {
      const queue = await makeQueue(company)
      const person = await makeUser(company)
      const socket = await listenAtSecond(person)
      const body = { queueIds: [queue.id] }
      accepted(first, await company.admin.call(updateUser, { params: { id: person.id }, body }))
      await expect
        .poll(() => {
          const rooms = [...second.app.realtime.io.sockets.adapter.rooms.keys()]
          return rooms.includes(`c${company.id}:q${queue.id}`)
        }, receivedWithin)
        .toBe(true)
      await socket.close()
    })

    test('close the sockets of a login that ended at the other node, and no others', async () => {
      const [leaving, staying] = [await makeUser(company), await makeUser(company)]
      const [gone, kept] = [await listenAtSecond(leaving), await listenAtSecond(staying)]
      accepted(first, await leaving.call(logout))
      expect(await gone.closed).toBe('io server disconnect')
      await kept.settle()
      expect(kept.isOpen()).toBe(true)
      await kept.close()
    })

    test('end without closing the sockets of the other', async () => {
      const third = await buildTestApp({
        ...(redis ? { config: { redisUrl: redis.url } } : { isOneOfMany: true }),
        besides: first
      })
      const socket = await listenAtSecond(company.admin)
      await third.close()
      await socket.settle()
      expect(socket.isOpen()).toBe(true)
      await socket.close()
    })
  })
})
