// Joins the translations of all subjects into the translator that the machinery asks.
import type { Ctx } from '#platform/ctx.ts'
import type { Translator } from '#platform/text/translator.ts'
import { announcementTranslations } from './announcements.ts'
import { chatTranslations } from './chats.ts'
import { companyTranslations } from './companies.ts'
import { connectionTranslations } from './connections.ts'
import { messageTranslations } from './messages.ts'
import { peopleTranslations } from './people.ts'
import { queueOptionTranslations } from './queue-options.ts'
import { quickMessageTranslations } from './quick-messages.ts'
import { settingTranslations } from './settings.ts'
import { joins, tokenOf } from './sockets.ts'
import { tagTranslations } from './tags.ts'
import { ticketTranslations } from './tickets.ts'

const subjects = [
  settingTranslations,
  tagTranslations,
  companyTranslations,
  peopleTranslations,
  quickMessageTranslations,
  connectionTranslations,
  chatTranslations,
  queueOptionTranslations,
  ticketTranslations,
  messageTranslations,
  announcementTranslations
]
const answers = new Map(
  subjects.flatMap((subject) => subject.answers).map(({ endpoint, translate }) => [endpoint, translate])
)
const events = subjects.flatMap((subject) => subject.events)

/** The translator of a server; what no subject translates is left as the contract has it. */
export function createTranslator(ctx: Ctx): Translator {
  return {
    answer: async (endpoint, answer, call) => {
      const translate = answers.get(endpoint)
      return translate ? translate(answer, { ctx, ...call }) : answer
    },
    messages: (message) => {
      const found = events.find(({ event }) => event.channel(message.companyId) === message.name)
      return found ? found.translate(ctx, message) : [message]
    },
    tokenOf,
    joins
  }
}
