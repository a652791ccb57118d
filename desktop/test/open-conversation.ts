// Opens the conversation with Maria beside another with João, and finds what tests look at in it.
import { expect } from 'vitest'
import { sendMessage, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { remember } from '#platform/state/local-store.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import type { InboxData } from './inbox-data.ts'
import { makeMessage, makeTicket, uuidOf } from './inbox-factories.ts'
import { startInboxServer } from './inbox-server.ts'
import { renderConsole } from './render-console.tsx'

export const maria = makeTicket({ id: 1, contact: { ...makeTicket().contact, name: 'Maria' } })
export const joao = makeTicket({ id: 2, contact: { ...makeTicket({ id: 2 }).contact, name: 'João' } })

/** Messages 1 to `count` of Maria's, a minute apart. */
export const history = (count: number): Message[] => Array.from({ length: count }, (_, i) => makeMessage(i + 1))

/** A message that was sent to Maria. */
export const own = (seq: number, part: Partial<Message> = {}): Message => makeMessage(seq, { fromMe: true, ...part })

/** Unsigned, and with the line up. */
export async function openMaria(inbox: Partial<InboxData> = {}) {
  remember('signOption', false)
  const fake = startInboxServer({ tickets: [maria, joao], ...inbox })
  const console = await renderConsole(`/tickets/${uuidOf(1)}`)
  const { screen } = console
  const field = screen.getByLabelText('Mensagem para Maria')
  await expect.element(field).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  const scroller = () => screen.getByRole('region', { name: 'Conversa com Maria' }).element() as HTMLElement
  const bubble = (text: string | RegExp) => screen.getByRole('article').filter({ hasText: text })
  const menuOf = async (text: string | RegExp) => {
    await bubble(text).getByRole('button', { name: 'Opções da mensagem' }).click()
    return screen.getByRole('menu')
  }
  /** Pixels between what is shown and the end of the conversation. */
  const fromEnd = () => scroller().scrollHeight - scroller().scrollTop - scroller().clientHeight
  const sent = () => fake.server.callsOf(sendMessage)
  const bodies = () => sent().map(({ body, form }) => (form ? form.get('body') : (body as { body: string }).body))
  return { ...fake, ...console, field, scroller, bubble, menuOf, fromEnd, sent, bodies }
}
