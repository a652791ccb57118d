// Bulk runs: many messages of many customers, encrypted ahead of time and released at a rate or at once.
import { randomBytes } from 'node:crypto'
import { encodeBinaryNode, proto } from '@whiskeysockets/baileys'
import { createCustomer } from '../accounts/accounts.ts'
import { deliver } from '../delivery/delivery.ts'
import { encryptStanza, oneByOne, newChatMessage, senderAttrs } from './inbound.ts'
import type { BulkRun, BulkTotals, Customer, Outgoing, Phone, PreparedMessage, SimulatorState } from '../model.ts'
import type { BulkDraft, BulkOrder, BulkStats } from '../run-types.ts'
import { newMessageId } from '../wire/wire.ts'
import { changed, chatOf, customerOf, jidOf, now, phoneOf, SimulatorError } from '../simulator-state.ts'

const TICK_MS = 10
/** Prepared messages between two turns of the event loop. */
const SLICE = 25

const noTotals = (): BulkTotals => ({ acked: 0, nacked: 0, redelivered: 0, retried: 0, lastAckAt: 0 })

const numberAt = (prefix: string, index: number) => `${prefix}${String(index + 1).padStart(13 - prefix.length, '0')}`

function customersOf(state: SimulatorState, draft: BulkDraft): Customer[] {
  if (Array.isArray(draft.customers)) return draft.customers.map((id) => customerOf(state, id))
  const prefix = draft.prefix ?? '551188'
  return Array.from({ length: draft.customers }, (_, index) => {
    const number = numberAt(prefix, index)
    const known = state.customers.get(number)
    return (
      known ?? createCustomer(state, { number, name: `Cliente ${index + 1}`, addressing: draft.addressing ?? 'lid' })
    )
  })
}

/** Encrypt a run; nothing is sent yet. Customer i writes to phone i modulo phones, in turn with the others. */
export async function prepareBulk(state: SimulatorState, draft: BulkDraft): Promise<BulkRun> {
  const phones = draft.phones.map((number) => phoneOf(state, number))
  const customers = customersOf(state, draft)
  if (!phones.length || !customers.length || !(draft.messages > 0))
    throw new SimulatorError('a bulk run needs phones, customers and messages')
  const run: BulkRun = { id: randomBytes(6).toString('hex'), prepared: [], released: 0, settled: 0, totals: noTotals() }
  for (let index = 0; index < draft.messages; index++) {
    const place = index % customers.length
    const customer = customers[place]
    const phone = phones[place % phones.length]
    if (!customer || !phone) continue
    const text = `${draft.prefixText ?? ''}c${place + 1}-#${Math.floor(index / customers.length) + 1}`
    run.prepared.push(await prepareOne(state, phone, customer, text))
    if (index % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve))
  }
  state.bulkRuns.set(run.id, run)
  return run
}

async function prepareOne(
  state: SimulatorState,
  phone: Phone,
  customer: Customer,
  text: string
): Promise<PreparedMessage> {
  const chat = chatOf(state, phone, { customer })
  const at = now(customer)
  const attrs = { ...senderAttrs(customer, undefined), notify: customer.name }
  const outgoing: Outgoing = { phone, chat, id: newMessageId(), at, attrs, handset: customer.handset }
  const plain = Buffer.from(proto.Message.encode({ conversation: text }).finish())
  const message = newChatMessage(chat, {
    id: outgoing.id,
    from: 'customer',
    customer: customer.number,
    kind: 'text',
    text,
    at,
    field: 'conversation',
    address: jidOf(customer, customer.addressing)
  })
  const stanzas = await oneByOne(customer.handset, async () => {
    const made: PreparedMessage['stanzas'] = []
    for (const device of phone.devices.values()) {
      const stanza = await encryptStanza(outgoing, device, { plain, type: 'text' })
      made.push({ device, stanza: { node: stanza, encoded: encodeBinaryNode(stanza) } })
    }
    return made
  })
  chat.contents.set(outgoing.id, { plain, attrs, type: 'text' })
  return { phone, customer, chat, message, stanzas }
}

/** The moment of a message is that of its release, by the customer's clock. */
function stamp({ customer, message, stanzas }: PreparedMessage): void {
  message.at = now(customer)
  const t = String(Math.floor(message.at / 1000))
  for (const { stanza } of stanzas) {
    if (stanza.node.attrs.t === t) continue
    stanza.node.attrs.t = t
    stanza.encoded = encodeBinaryNode(stanza.node)
  }
}

function releaseNext(state: SimulatorState, run: BulkRun, count: number): void {
  const until = Math.min(run.prepared.length, run.released + count)
  for (; run.released < until; run.released++) {
    const item = run.prepared[run.released]
    if (!item) continue
    stamp(item)
    item.chat.messages.set(item.message.id, item.message)
    for (const { device, stanza } of item.stanzas)
      deliver(state, item.phone, device, { ...stanza, chat: item.chat.id, message: item.message.id })
    changed(state, item.chat, item.message)
  }
  if (run.released < run.prepared.length) return
  clearInterval(run.timer)
  run.finishedAt ??= Date.now()
  state.emit({ type: 'bulk', run: run.id })
}

function runOf(state: SimulatorState, id: string): BulkRun {
  const run = state.bulkRuns.get(id)
  if (!run) throw new SimulatorError(`no bulk run ${id}`, 404)
  return run
}

/** Send a prepared run: `perSecond` messages a second, or all at once. */
export function releaseBulk(state: SimulatorState, id: string, perSecond?: number): void {
  const run = runOf(state, id)
  if (run.startedAt) throw new SimulatorError('this run was released already', 409)
  const startedAt = (run.startedAt = Date.now())
  if (!perSecond) return releaseNext(state, run, run.prepared.length)
  const tick = () => {
    const due = Math.floor(((Date.now() - startedAt) * perSecond) / 1000) + 1
    releaseNext(state, run, due - run.released)
  }
  run.timer = setInterval(tick, TICK_MS)
  tick()
}

/** Stop releasing; what has left stays. */
export function stopBulk(state: SimulatorState, id: string): void {
  const run = runOf(state, id)
  clearInterval(run.timer)
  run.finishedAt ??= Date.now()
}

/** Counts of a run. What is acknowledged from the start on is counted once and not looked at again. */
export function bulkStats(state: SimulatorState, id: string): BulkStats {
  const run = runOf(state, id)
  const count = (totals: BulkTotals, { message, stanzas }: PreparedMessage) => {
    if (message.ackedAt) totals.acked++
    totals.lastAckAt = Math.max(totals.lastAckAt, message.ackedAt ?? 0)
    if (message.nackedWith) totals.nacked++
    if (message.retries) totals.retried++
    if (message.sends > stanzas.length) totals.redelivered++
  }
  for (let next = run.prepared[run.settled]; next?.message.ackedAt; next = run.prepared[run.settled]) {
    count(run.totals, next)
    run.settled++
  }
  const { lastAckAt, ...totals } = run.prepared.slice(run.settled, run.released).reduce(
    (sum, item) => {
      count(sum, item)
      return sum
    },
    { ...run.totals }
  )
  return {
    id,
    total: run.prepared.length,
    released: run.released,
    waiting: run.released - totals.acked,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    ...totals,
    lastAckAt: lastAckAt || undefined
  }
}

export function bulkOrder(state: SimulatorState, id: string): BulkOrder {
  const order: BulkOrder = {}
  for (const { message } of runOf(state, id).prepared) {
    const list = (order[message.customer ?? ''] ??= [])
    list.push({ id: message.id, text: message.text ?? '', ackedAt: message.ackedAt })
  }
  return order
}
