// What a connection's bot is told to do: texts, queues with their options, hours and limits; plain data.
import type { OpeningHours } from '@guiche/shared/features/org/opening-hours.ts'
import type { Language } from '@guiche/shared/kernel/languages.ts'

/** One step of a queue's menu; its place among its siblings is the number a customer answers with. */
export interface FlowOption {
  id: number
  title: string
  message: string
  /** Files that go along; null for none. */
  fileListId: number | null
  children: FlowOption[]
}

/** Who answers customers instead of menus: an AI prompt, or a flow outside of the house. */
export interface AutoResponder {
  kind: 'prompt' | 'integration'
  id: number
}

export interface FlowQueue {
  id: number
  name: string
  greeting: string
  outOfHours: string
  /** Null: no hours of its own. */
  hours: OpeningHours | null
  options: FlowOption[]
  /** Comes before the options. */
  autoResponder: AutoResponder | null
}

export interface BotFlow {
  language: Language
  greeting: string
  completion: string
  ratingRequest: string
  outOfHours: string
  /** Times the menu of queues is sent before a person takes over; 0 = no limit. */
  mostMenus: number
  /** Milliseconds between two menus. */
  menuInterval: number
  /** A connection with one queue greets, too. */
  greetsAlone: boolean
  /** Where those go who could not be understood; null: they wait without a queue. */
  transferQueueId: number | null
  /** Answers whoever has chosen no queue, before any menu. */
  autoResponder: AutoResponder | null
  /** In the order of the menu. */
  queues: FlowQueue[]
  /** Of the company; null: no hours. */
  hours: OpeningHours | null
  asksRating: boolean
  refusesCalls: boolean
}

/** Who answers a ticket in a queue, or where no queue was chosen; null: the bot and people do. */
export function autoResponderOf(flow: BotFlow, queueId: number | null): AutoResponder | null {
  const queue = flow.queues.find(({ id }) => id === queueId)
  // The only queue of a connection is every ticket's place, and nobody chose it.
  const isUnchosen = queueId === null || (queue !== undefined && flow.queues.length === 1)
  return queue?.autoResponder ?? (isUnchosen ? flow.autoResponder : null)
}

/** What of a ticket shows who answers it. */
export function autoResponderAssignment(autoResponder: AutoResponder | null) {
  return {
    useIntegration: autoResponder?.kind === 'integration',
    promptId: autoResponder?.kind === 'prompt' ? autoResponder.id : null,
    integrationId: autoResponder?.kind === 'integration' ? autoResponder.id : null
  }
}

/** The way from a queue's menu to an option, both included; null when it is not there any more. */
export function pathTo(options: readonly FlowOption[], id: number): FlowOption[] | null {
  for (const option of options) {
    if (option.id === id) return [option]
    const rest = pathTo(option.children, id)
    if (rest) return [option, ...rest]
  }
  return null
}
