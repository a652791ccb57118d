// The servers this computer knows, and the one in use.
import type { KnownServers } from '#bridge/server-channels.ts'
import type { Settings } from '../platform/settings.ts'

export interface Servers {
  /** Origin of the server in use, or null before the first choice. */
  current(): string | null
  readonly isFixed: boolean
  list(): KnownServers
  /** Remembers an origin and uses it from now on. */
  use(origin: string): void
  /** Forgets an origin; the one in use stays. */
  remove(origin: string): void
}

/** `fixed` is the origin that the build or IT has decided on, or null. */
export function createServers(settings: Settings, fixed: string | null): Servers {
  const current = () => fixed ?? settings.read('currentServer')
  const known = () => (fixed === null ? settings.read('servers') : [fixed])
  return {
    current,
    isFixed: fixed !== null,
    list: () => ({
      servers: known().map((address) => ({ address, isCurrent: address === current() })),
      isFixed: fixed !== null
    }),
    use: (origin) => {
      if (fixed !== null) throw new Error('the server is fixed')
      if (!known().includes(origin)) settings.write('servers', [...known(), origin])
      settings.write('currentServer', origin)
    },
    remove: (origin) => {
      if (fixed !== null || origin === current()) return
      settings.write(
        'servers',
        known().filter((address) => address !== origin)
      )
    }
  }
}
