// One person is one contact with one conversation, however many messages come at once and whichever address comes first.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteContact, listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import { ticketEvent } from '@guiche/shared/features/inbox/tickets.ts'
import { eventually } from '#test/eventually.ts'
import { accepted } from '#test/fixtures/factories.ts'
import { historyOf, newWriter, startPairedApp, ticketOf, ticketsOf, writeAs, type PairedApp } from './paired-app.ts'

let app: PairedApp

beforeAll(async () => {
  app = await startPairedApp()
})
afterAll(() => app.stop())

const contactsNamed = async (searchParam: string) =>
  accepted(app.test, await app.admin.call(listContacts, { query: { searchParam } })).contacts

/** Waits for messages of customers, wherever they are, and gives them by ticket. */
async function bodiesIn(name: string, count: number) {
  return eventually(async () => {
    const tickets = await ticketsOf(app, name)
    const all = await Promise.all(tickets.map(({ id }) => historyOf(app, id)))
    return all.flat().length >= count ? all.map((history) => history.map(({ body }) => body)) : null
  }, `${count} messages of ${name}`)
}

describe('a new customer', () => {
  test('who writes 50 messages at once is one contact with one ticket and 50 messages in order', async () => {
    const customer = newWriter(app)
    const texts = Array.from({ length: 50 }, (_, index) => `pressa #${index + 1}`)
    await Promise.all(texts.map((text) => writeAs(app, customer, text)))
    expect(await bodiesIn(customer.name, 50)).toEqual([texts])
    expect(await contactsNamed(customer.name)).toHaveLength(1)
    expect(await ticketOf(app, customer)).toMatchObject({
      status: 'pending',
      unreadMessages: 50,
      lastMessage: 'pressa #50'
    })
  })

  test('who writes 20 messages at once from each address is still one', async () => {
    const customer = newWriter(app)
    const texts = Array.from({ length: 40 }, (_, index) => `dois jeitos #${index + 1}`)
    await Promise.all(
      texts.map((text, index) =>
        app.simulator.send(app.phone, customer.id, { type: 'text', text }, { address: index % 2 === 0 ? 'lid' : 'pn' })
      )
    )
    expect(await bodiesIn(customer.name, 40)).toEqual([texts])
    expect(await contactsNamed(customer.name)).toHaveLength(1)
  })

  test('is one of twenty who write for the first time at the same moment', async () => {
    const customers = Array.from({ length: 20 }, () => newWriter(app))
    const texts = ['um', 'dois', 'três']
    await Promise.all(customers.flatMap((customer) => texts.map((text) => writeAs(app, customer, text))))
    for (const customer of customers) expect(await bodiesIn(customer.name, 3)).toEqual([texts])
  })
})

describe('a customer whose two addresses are not known to be one person', () => {
  /** Writes under one address alone, then under the other, each telling nothing of the other. */
  const writeApart = async (first: 'lid' | 'pn') => {
    const customer = newWriter(app, { hidesOtherAddress: true })
    const send = (text: string, address: 'lid' | 'pn') =>
      app.simulator.send(app.phone, customer.id, { type: 'text', text }, { address })
    await send('primeiro endereço', first)
    await bodiesIn(customer.name, 1)
    await send('segundo endereço', first === 'lid' ? 'pn' : 'lid')
    await bodiesIn(customer.name, 2)
    return customer
  }
  const reveal = async (customer: Awaited<ReturnType<typeof writeApart>>, text: string) => {
    app.simulator.updateCustomer(customer.id, { hidesOtherAddress: false })
    await writeAs(app, customer, text)
  }

  test.for(['lid', 'pn'] as const)(
    'becomes one contact with one ticket and all messages when they are, %s first',
    async (first) => {
      const customer = await writeApart(first)
      await reveal(customer, 'os dois')
      const texts = ['primeiro endereço', 'segundo endereço', 'os dois']
      await eventually(async () => (await ticketsOf(app, customer.name)).length === 1, 'one ticket')
      expect(await bodiesIn(customer.name, 3)).toEqual([texts])
      expect(await contactsNamed(customer.name)).toMatchObject([{ number: customer.number }])
      expect(await ticketOf(app, customer)).toMatchObject({
        unreadMessages: 3,
        lastMessage: 'os dois',
        status: 'pending'
      })
    }
  )
})

test('a contact that is deleted takes its tickets out of the lists of consoles', async () => {
  const customer = newWriter(app)
  await writeAs(app, customer, 'até logo')
  const { id, contactId } = await ticketOf(app, customer)
  const socket = await app.admin.connect()
  accepted(app.test, await app.admin.call(deleteContact, { params: { id: contactId } }))
  await socket.settle()
  expect(socket.of(ticketEvent)).toContainEqual(expect.objectContaining({ action: 'delete', ticketId: id }))
  await writeAs(app, customer, 'voltei')
  expect(await bodiesIn(customer.name, 1)).toEqual([['voltei']])
})
