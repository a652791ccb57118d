// The values of the connection dialog, and which tab holds which field.
import type { Connection, HistoryChoice } from '@guiche/shared/features/inbox/connections.ts'

export interface ConnectionValues extends Record<string, unknown> {
  name: string
  isDefault: boolean
  queueIds: string[]
  greetingMessage: string
  complationMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  expiresInactiveMessage: string
  expiresTicket: number | string
  timeToTransfer: number | string
  transferQueueId: string | null
  timeUseBotQueues: number | string
  maxUseBotQueues: number | string
  promptId: string | null
  importHistory: HistoryChoice
}

const fresh: ConnectionValues = {
  name: '',
  isDefault: false,
  queueIds: [],
  greetingMessage: '',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  expiresInactiveMessage: '',
  expiresTicket: 0,
  timeToTransfer: 0,
  transferQueueId: null,
  timeUseBotQueues: 0,
  maxUseBotQueues: 3,
  promptId: null,
  importHistory: 'off'
}

const textOf = (id: number | null): string | null => (id === null ? null : String(id))

/** What the form starts with. */
export function connectionValues(connection: Connection | undefined): ConnectionValues {
  if (!connection) return fresh
  const known = Object.fromEntries(
    Object.entries(fresh).map(([key, value]) => [key, connection[key as keyof Connection] ?? value])
  ) as ConnectionValues
  return {
    ...known,
    queueIds: connection.queueIds.map(String),
    transferQueueId: textOf(connection.transferQueueId),
    promptId: textOf(connection.promptId)
  }
}

export type ConnectionTab = 'general' | 'messages' | 'routing' | 'advanced'

const tabOf: Record<string, ConnectionTab> = {
  complationMessage: 'messages',
  outOfHoursMessage: 'messages',
  ratingMessage: 'messages',
  expiresInactiveMessage: 'messages',
  timeToTransfer: 'routing',
  transferQueueId: 'routing',
  expiresTicket: 'routing',
  timeUseBotQueues: 'routing',
  maxUseBotQueues: 'routing',
  importHistory: 'advanced'
}

/** The first tab that holds one of these fields. */
export function tabOfFields(fields: string[]): ConnectionTab {
  const order: ConnectionTab[] = ['general', 'messages', 'routing', 'advanced']
  const held = new Set(fields.map((field) => tabOf[field.split('.')[0] ?? ''] ?? 'general'))
  return order.find((tab) => held.has(tab)) ?? 'general'
}
