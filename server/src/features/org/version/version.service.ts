// What the server says of its version.
import { menuVersion } from '@guiche/shared/features/org/version.ts'
import type { Ctx } from '#platform/ctx.ts'
import { passkeySite } from '#platform/http/passkey-site.ts'
import { serverVersion } from '#platform/server-version.ts'

/** Oldest console that can talk to this server. */
const minimumClient = '0.1.0'

export async function showVersion(ctx: Pick<Ctx, 'config'>) {
  return {
    version: menuVersion,
    server: serverVersion,
    minimumClient,
    publicUrl: ctx.config.publicUrl,
    supportUrl: ctx.config.supportUrl,
    passkeys: passkeySite(ctx.config) !== null,
    passwordPolicy: ctx.config.wantsStrongPasswords ? ('strong' as const) : ('plain' as const)
  }
}
