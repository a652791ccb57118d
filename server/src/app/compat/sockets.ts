// Sockets: how older consoles hand over their token, and the rooms they ask for.
import type { Translator } from '#platform/text/translator.ts'

/** Rooms follow rights: who asks for one is told that it is so. */
export const joins = [
  'joinTickets',
  'joinChatBox',
  'joinNotification',
  'leaveTickets',
  'leaveChatBox',
  'leaveNotification'
]

/** In `auth`, or in the query of the handshake; some send it with the quotes of JSON. */
export const tokenOf: Translator['tokenOf'] = ({ auth, query }) => {
  const given: unknown = auth['token'] ?? query['token']
  return typeof given === 'string' ? given.replaceAll(/^"|"$/g, '') : undefined
}
