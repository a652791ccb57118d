// Counts of what the customers of a phone got from the desk.
import type { Phone, SimulatorState } from '../model.ts'
import type { OutboundStats } from '../run-types.ts'

export function outboundStats(state: SimulatorState, phone: Phone): OutboundStats {
  const stats: OutboundStats = {
    messages: 0,
    deliveries: 0,
    duplicates: 0,
    decryptErrors: 0,
    refused: 0,
    customers: {}
  }
  for (const chat of state.chats.values()) {
    if (chat.phone !== phone.number) continue
    for (const message of chat.messages.values()) {
      if (message.from !== 'desk') continue
      stats.decryptErrors += message.decryptErrors
      if (message.refusedWith) stats.refused++
      const copies = Object.entries(message.deliveries)
      if (copies.length) stats.messages++
      for (const [customer, deliveries] of copies) {
        stats.deliveries += deliveries
        stats.duplicates += deliveries - 1
        const list = (stats.customers[customer] ??= [])
        list.push({ id: message.id, text: message.text ?? message.caption ?? '', deliveries })
      }
    }
  }
  return stats
}
