// The version of the server, as the menu shows it and as the client checks it.
import { z } from 'zod'
import { endpoint } from '../../kernel/endpoint.ts'

export const menuVersion = '6.0.0'

export const showVersion = endpoint({
  method: 'GET',
  path: '/version',
  access: 'public',
  response: z.object({
    version: z.string(),
    server: z.string(),
    minimumClient: z.string(),
    /** Where the links in its answers lead; servers before it do not say. */
    publicUrl: z.url().optional(),
    /** Chat with the support; left out where there is none. */
    supportUrl: z.url().optional(),
    /** Whether passkeys sign in there; servers before it do not say. */
    passkeys: z.boolean().optional(),
    /** What passwords of every form need; servers before it do not say. */
    passwordPolicy: z.enum(['plain', 'strong']).optional()
  })
})
