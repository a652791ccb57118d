// Two connections, of two companies even, that are linked to one phone: each hears everything, and what the other answers.
import { beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionRef } from '#platform/whatsapp-port.ts'
import { oneLine } from './testing/one-line.ts'

const { all, until, customer, send, perform, sent, text } = oneLine()
let second: ConnectionRef

function receivedBy(ref: ConnectionRef, waId: string) {
  return until(
    () => all.testNode.messages.find((one) => one.waId === waId && one.ref.connectionId === ref.connectionId),
    `${waId} at ${ref.connectionId}`
  )
}

/** Links one more connection to the phone of the first. */
async function linkAnother(): Promise<ConnectionRef> {
  const ref = await all.database.addConnection({ wanted: 'running' })
  all.testNode.room.wake(ref)
  const qr = await until(() => all.testNode.last(ref)?.qrcode, 'a QR code')
  await all.simulator.scanQr(all.line.phone, qr)
  await until(() => all.testNode.room.isConnected(ref), 'another session')
  return ref
}

describe('one phone', () => {
  beforeAll(async () => {
    // The first knows the devices of its phone already when the second comes.
    await perform(text(customer().lidJid, 'antes'))
    second = await linkAnother()
  })

  it('brings what customers write to both', async () => {
    const someone = customer()
    const { id } = await send(someone, { type: 'text', text: 'oi' })
    for (const ref of [all.line.ref, second])
      expect(await receivedBy(ref, id)).toMatchObject({ type: 'message', fromMe: false, chat: { lid: someone.lidJid } })
  })

  it.each(['lidJid', 'jid'] as const)('shows each what the other answers to a %s', async (address) => {
    const someone = customer()
    const first = text(someone[address], 'da primeira')
    await perform(first)
    expect(await receivedBy(second, first.waId)).toMatchObject({
      type: 'message',
      fromMe: true,
      chat: { phone: someone.jid }
    })
    const answer = text(someone[address], 'da segunda')
    await all.testNode.room.perform(second, answer)
    expect(await receivedBy(all.line.ref, answer.waId)).toMatchObject({ type: 'message', fromMe: true })
    for (const { waId } of [first, answer])
      expect(sent(someone, waId)).toMatchObject({ decryptErrors: 0, deliveries: { [someone.id]: 1 } })
  })

  it('stays with the other when one is unlinked', async () => {
    const third = await linkAnother()
    all.simulator.unlink(all.line.phone, all.simulator.phone(all.line.phone).devices.at(-1)?.id)
    await until(() => all.testNode.last(third)?.reason === 'logged-out', 'the end of the third')
    const someone = customer()
    const { id } = await send(someone, { type: 'text', text: 'ainda aí?' })
    await receivedBy(all.line.ref, id)
    await perform(text(someone.lidJid, 'sim'))
    expect(all.testNode.room.isConnected(all.line.ref)).toBe(true)
  })
})
