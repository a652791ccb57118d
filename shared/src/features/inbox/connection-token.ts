// The token with which other programs call over a connection: made by the server, shown once.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'
import { idParams } from '../../kernel/ids.ts'

/** Fewest characters of a token that a client makes by itself. */
export const shortestToken = 32
/** Most characters of any token. */
export const longestToken = 200

const tokenRenewal = z.object({ currentPassword: z.string().max(200).nullish() })

export const renewToken = endpoint({
  method: 'PUT',
  path: '/whatsapp/:id/token',
  access: 'user',
  permission: 'connections-page:editOrDeleteConnection',
  params: idParams,
  body: tokenRenewal,
  response: z.object({ token: z.string() }),
  recentLogin: 'always',
  summary:
    'Make a token for the external API. It is answered this once; the one before stops working. Asks for the caller’s currentPassword unless they signed in within five minutes'
})
