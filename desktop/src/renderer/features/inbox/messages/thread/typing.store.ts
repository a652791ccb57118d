// Which customers are typing or recording at this moment.
import { messageEvent, presenceEvent } from '@guiche/shared/features/inbox/messages.ts'
import { listen } from '#platform/net/realtime.ts'
import { createTypingSigns } from '#ui/conversation/typing-signs.ts'

/** Milliseconds after which a sign of typing no longer counts; phones repeat it while it goes on. */
const lasts = 12_000

/** Only that somebody types is known of a customer, also in a group. */
const customer = 0

const { use, begin, stop } = createTypingSigns<{ userId: number; activity: 'composing' | 'recording' }>(lasts)

export const useCustomerActivity = (ticketId: number) => use(({ signs }) => signs.get(ticketId)?.[0]?.activity)

listen(presenceEvent, ({ ticketId, state }) => {
  if (state === 'paused') stop(ticketId, customer)
  else begin(ticketId, { userId: customer, activity: state })
})

// Who sent something has stopped typing it.
listen(messageEvent, ({ action, message }) => {
  if (action === 'create' && !message.fromMe) stop(message.ticketId, customer)
})
