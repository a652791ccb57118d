// What the server says of its version.
import { menuVersion } from '@guiche/shared/features/org/version.ts'
import server from '../../../../package.json' with { type: 'json' }

/** Oldest console that can talk to this server. */
const minimumClient = '0.1.0'

export const showVersion = async () => ({ version: menuVersion, server: server.version, minimumClient })
