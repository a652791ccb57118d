// Stanzas on their way to a linked device: queued until acknowledged, sent when it is online, redelivered after a reconnect.
import { encodeBinaryNode } from '@whiskeysockets/baileys'
import { faultsFor } from '../faults/faults.ts'
import type { Device, DeviceConnection, DeviceQueue, Phone, QueuedStanza, SimulatorState } from '../model.ts'
import { node, SERVER } from '../wire/wire.ts'
import { changed } from '../simulator-state.ts'

// Starts from the clock so that stanzas restored from a state file stay older than new ones.
let nextOrder = Date.now() * 1000

export function queueLength(queue: DeviceQueue): number {
  let length = 0
  for (const list of queue.values()) length += list.length
  return length
}

const keyOf = (tag: string, id: string) => `${tag} ${id}`

function messageOf(state: SimulatorState, stanza: QueuedStanza) {
  const chat = stanza.chat === undefined ? undefined : state.chats.get(stanza.chat)
  const message = chat?.messages.get(stanza.message ?? '') ?? chat?.changes.get(stanza.message ?? '')
  return chat && message ? { chat, message } : undefined
}

function transmit(state: SimulatorState, connection: DeviceConnection, stanza: QueuedStanza, offline?: number): void {
  stanza.sends++
  const known = messageOf(state, stanza)
  if (known) known.message.sends++
  if (offline === undefined) connection.sendEncoded(stanza.encoded ?? encodeBinaryNode(stanza.node))
  else connection.send({ ...stanza.node, attrs: { ...stanza.node.attrs, offline: String(offline) } })
  delete stanza.encoded
  if (stanza.node.tag !== 'message' || stanza.node.attrs.category === 'peer') return
  connection.messagesSent++
  const { dropAfterMessages } = faultsFor(state.faults, connection.phone.number)
  if (dropAfterMessages && connection.messagesSent >= dropAfterMessages) {
    state.log(`connection dropped after ${connection.messagesSent} messages`, connection.phone.number)
    const settings = state.faults.phones.get(connection.phone.number)
    if (settings?.dropAfterMessages) delete settings.dropAfterMessages
    else delete state.faults.global.dropAfterMessages
    connection.drop()
  }
}

/** Put a stanza into a device's queue and send it at once if the device is online. */
export function deliver(
  state: SimulatorState,
  phone: Phone,
  device: Device,
  stanza: Omit<QueuedStanza, 'sends' | 'order'>
): void {
  const queued: QueuedStanza = { ...stanza, sends: 0, order: nextOrder++ }
  const key = keyOf(stanza.node.tag, stanza.node.attrs.id ?? '')
  const waiting = device.queue.get(key)
  if (waiting) waiting.push(queued)
  else device.queue.set(key, [queued])
  if (!phone.devices.has(device.id)) return
  const connection = state.online.get(device)
  if (connection?.stage === 'online') transmit(state, connection, queued)
}

/** The device acknowledged a stanza: by a receipt, an ack, or a nack with an error. */
export function acknowledge(
  state: SimulatorState,
  device: Device,
  { tag, id }: { tag: string; id: string },
  error?: string
): void {
  const key = keyOf(tag, id)
  const waiting = device.queue.get(key)
  const stanza = waiting?.shift()
  if (!stanza) return
  if (!waiting?.length) device.queue.delete(key)
  const known = messageOf(state, stanza)
  if (!known) return
  if (error) known.message.nackedWith = error
  else {
    known.message.ackedAt ??= Date.now()
    delete known.message.nackedWith
  }
  changed(state, known.chat, known.message)
}

/** Announce what waits; the client answers with `offline_batch`. */
export function previewOffline(connection: DeviceConnection): void {
  const counts = { message: 0, receipt: 0, notification: 0, call: 0 }
  for (const list of connection.device.queue.values())
    for (const stanza of list) counts[stanza.node.tag as keyof typeof counts]++
  const count = counts.message + counts.receipt + counts.notification + counts.call
  const attrs = Object.fromEntries(Object.entries({ count, ...counts }).map(([name, value]) => [name, String(value)]))
  connection.send(node('ib', { from: SERVER }, [node('offline_preview', attrs)]))
}

/** Send everything that waits, oldest first, then say that this was all. */
export function flushOffline(state: SimulatorState, connection: DeviceConnection): void {
  const all = [...connection.device.queue.values()].flat().sort((a, b) => a.order - b.order)
  all.forEach((stanza, index) => {
    if (connection.stage !== 'closed') transmit(state, connection, stanza, index)
  })
  connection.stage = 'online'
  connection.send(node('ib', { from: SERVER }, [node('offline', { count: String(all.length) })]))
}
