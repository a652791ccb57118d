// One reply at a time in a ticket: what comes meanwhile joins, who is killed is followed, and nothing is said twice or too late.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  completion,
  createAutoResponderFixture,
  promptsOf,
  type AutoResponderFixture
} from '#test/fixtures/auto-responder-fixture.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { startStandIn, type StandIn } from '#test/fixtures/flow-stand-in.ts'
import { autoResponderWorker } from './answer-ticket.ts'
import { claimAutoResponder, prolongLease } from './auto-responders.repo.ts'
import { lease } from './speak-reply.ts'
import { followKilled } from './sweep-auto-responders.ts'

let app: TestApp
let outside: StandIn
let fixture: AutoResponderFixture
beforeAll(async () => {
  outside = await startStandIn()
  app = await buildTestApp({ config: { roles: ['api'], outgoingAllow: ['127.0.0.0/8:*'] } })
})
afterAll(async () => {
  await app.close()
  await outside.close()
})
const chat = '/v1/chat/completions'
/** One answer is there already: the ticket is with the model. */
beforeEach(async () => {
  outside.reset()
  fixture = await createAutoResponderFixture(app, outside)
  await fixture.give(0, { promptId: (await fixture.prompt()).id })
  outside.on(chat, () => completion(`Resposta ${outside.of(chat).length}`))
  expect(await fixture.writes(fixture.customer, 'Oi')).toEqual(['Resposta 1'])
})

const keyOf = async () => ({ companyId: fixture.company.id, ticketId: (await fixture.ticketOf(fixture.customer)).id })
const talk = async () => (await fixture.talk(fixture.customer)).slice(2)
/** The next answer waits until it is let go. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const nth = outside.of(chat).length + 1
  outside.on(chat, () => (outside.of(chat).length === nth ? { ...completion('Demorada'), after: promise } : null))
  return {
    release: () => resolve(undefined),
    isAsked: () => eventually(() => outside.of(chat).length === nth, 'the question')
  }
}
const take = async () => autoResponderWorker.run(app.ctx, await keyOf())

/** Stores words that nobody has answered, with the question in the database. */
async function asks(words: string) {
  const key = await keyOf()
  // Somebody seems to be at it, so that the job that comes with the words leaves them alone.
  const until = new Date(app.ctx.now().getTime() + lease)
  const claimed = await claimAutoResponder(app.ctx.db, key, { lease: randomUUID(), now: app.ctx.now(), until })
  await fixture.arrives(fixture.customer, words)
  await app.drain()
  return claimed
}

test('while a reply is under way nobody begins another, and what comes meanwhile is the next one', async () => {
  await asks('Tem bolo?')
  app.clock.advance(lease + 5_000)
  const held = hold()
  const first = take()
  await held.isAsked()
  await fixture.arrives(fixture.customer, 'De chocolate')
  await fixture.arrives(fixture.customer, 'E quanto custa?')
  await app.drain()
  await take()
  expect(outside.of(chat)).toHaveLength(2)
  held.release()
  await first
  await app.drain()
  expect(outside.of(chat)).toHaveLength(3)
  expect(
    outside
      .of(chat)
      .flatMap((call) => promptsOf(call).slice(-2))
      .slice(-2)
  ).toEqual(['user: E quanto custa?', 'assistant: Demorada'])
  expect(await talk()).toEqual(['< Tem bolo?', '< De chocolate', '< E quanto custa?', '> Demorada', '> Resposta 3'])
})

test('after a node that was killed at it another answers, once, though the dead one should come back', async () => {
  await asks('Tem bolo?')
  expect(outside.of(chat)).toHaveLength(1)
  await fixture.later(lease + 5_000)
  expect(await talk()).toEqual(['< Tem bolo?', '> Resposta 2'])
  await fixture.later(lease + 5_000)
  expect(outside.of(chat)).toHaveLength(2)

  await asks('E pão?')
  app.clock.advance(lease + 5_000)
  const held = hold()
  const slow = take()
  await held.isAsked()
  // So slow that somebody else takes over.
  await fixture.later(lease + 5_000)
  await take()
  held.release()
  await slow
  await app.drain()
  expect((await talk()).slice(2)).toEqual(['< E pão?', '> Resposta 4'])
})

test('one that was killed is followed at the start, and one that is at it for long keeps its reply', async () => {
  await asks('Tem bolo?')
  await app.ctx.pool.$client`delete from pgboss.job where name = 'answerers.answer'`
  await followKilled(app.ctx)
  await app.drain()
  expect(await talk()).toEqual(['< Tem bolo?'])
  await fixture.later(lease + 2_000)
  expect(await talk()).toEqual(['< Tem bolo?', '> Resposta 2'])

  // What the machine takes for the calls between is no time of the lease.
  app.clock.stop()
  const claimed = await asks('E pão?')
  const until = () => new Date(app.ctx.now().getTime() + lease)
  for (let beat = 0; beat < 10; beat++) {
    app.clock.advance(lease - 1_000)
    if (claimed) await prolongLease(app.ctx.db, claimed, { now: app.ctx.now(), until: until() })
    await take()
  }
  expect((await talk()).slice(2)).toEqual(['< E pão?'])
  app.clock.advance(lease + 1_000)
  // Too late to be drawn out: somebody else may have it.
  if (claimed) await prolongLease(app.ctx.db, claimed, { now: app.ctx.now(), until: until() })
  await take()
  expect((await talk()).slice(2)).toEqual(['< E pão?', '> Resposta 3'])
})

test('a question whose job was lost is taken up after a while, and no answered one', async () => {
  await asks('Tem bolo?')
  await app.ctx.pool.$client`delete from pgboss.job where name = 'answerers.answer'`
  await fixture.later(lease + 60_000)
  expect(await talk()).toEqual(['< Tem bolo?'])
  await autoResponderWorker.sweep(app.ctx)
  await app.drain()
  await autoResponderWorker.sweep(app.ctx)
  await app.drain()
  expect(await talk()).toEqual(['< Tem bolo?', '> Resposta 2'])
  expect(outside.of(chat)).toHaveLength(2)
})

test('a person who takes the ticket meanwhile is not talked into', async () => {
  await asks('Tem bolo?')
  app.clock.advance(lease + 5_000)
  const held = hold()
  const reply = take()
  await held.isAsked()
  await fixture.move(fixture.customer, { status: 'open' })
  held.release()
  await reply
  await app.drain()
  expect(await talk()).toEqual(['< Tem bolo?'])
  expect(await fixture.ticketOf(fixture.customer)).toMatchObject({ status: 'open', chatbot: false })
})
