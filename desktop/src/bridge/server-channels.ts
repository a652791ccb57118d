// The servers that this computer knows, and the live check of an address.
import { z } from 'zod'
import { channel } from './channel.ts'

const address = z.string().trim().min(1).max(300)

const knownServers = z.object({
  servers: z.array(z.object({ address: z.string(), isCurrent: z.boolean() })),
  isFixed: z.boolean()
})
export type KnownServers = z.infer<typeof knownServers>

export const serverRefusals = [
  'invalid-address',
  'unreachable',
  'timeout',
  'certificate',
  'no-https',
  'not-guiche',
  'app-too-old',
  'server-too-old'
] as const

const checkedServer = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    /** The origin to use, with https where the server has it. */
    address: z.string(),
    version: z.string(),
    /** Origin of the links that the server gives, where that is another one. */
    linkOrigin: z.string().nullable(),
    /** False for plain http beyond this computer: others on the way can read along. */
    isEncrypted: z.boolean()
  }),
  z.object({
    ok: z.literal(false),
    reason: z.enum(serverRefusals),
    address: z.string(),
    /** What it takes: a version, or the network's own word for the failure. */
    detail: z.string()
  })
])
export type CheckedServer = z.infer<typeof checkedServer>

export const listServers = channel('servers:list', [], knownServers)
export const checkServer = channel('servers:check', [address], checkedServer)
/** Checks once more, remembers the server and loads the console anew on it. */
export const useServer = channel('servers:use', [address], checkedServer)
/** Forgets a server with its login; not the one in use. */
export const removeServer = channel('servers:remove', [address], knownServers)
