// Fills the variables of a quick reply in before it is seen, with what the server would fill in when it goes.
import { useCallback } from 'react'
import { fillVariables } from '@guiche/shared/features/inbox/message-variables.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { defaultSetting } from '@guiche/shared/features/org/settings.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { serverNow } from '#platform/net/server-clock.ts'
import { useUser } from '#platform/session/session.ts'

/** The first variable that nothing is known for. */
export const openVariable = /\{\{\s*\w{1,40}\s*\}\}/

/** A variable that nothing is known for stays as it is, to be seen. */
export function useFill(ticket: Ticket): (text: string) => string {
  const { name, company } = useUser()
  return useCallback(
    (text) => {
      const spoken = company.settings.find(({ key }) => key === 'chatBotLanguage')?.value
      const facts = {
        now: new Date(serverNow()),
        timeZone: company.timeZone,
        language: languages.find((one) => one === (spoken ?? defaultSetting('chatBotLanguage'))) ?? languages[0],
        contact: ticket.contact,
        user: name,
        queue: ticket.queue?.name ?? null,
        connection: ticket.whatsapp?.name ?? null,
        company: company.name,
        ticketId: ticket.id
      }
      return fillVariables(text, facts, { keepsUnknown: true })
    },
    [ticket, name, company]
  )
}
