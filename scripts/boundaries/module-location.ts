// Where a file stands: its building, room, wing and feature, read from its path alone.

/** The wings, lower floors first; a wing knows only the wings below it. */
export const wings = ['org', 'library', 'inbox', 'automation', 'outreach', 'team', 'billing'] as const

export interface ModuleLocation {
  path: string
  name: string
  building: 'server' | 'desktop' | 'shared' | 'scripts'
  /** The folder that has rules of its own, such as `server/src/platform`. */
  room: string
  wing: string | null
  /** Path of the feature's folder (of its file, in `shared`). */
  feature: string | null
  /** Relative imports stay inside this folder. */
  home: string
  /** Tests and what only they use. */
  isTest: boolean
}

const rooms: RegExp[] = [
  /^server\/src\/(?:app|backup|features|whatsapp|database|platform)(?=\/)/,
  /^server\/(?:simulator|test|bench|sample)(?=\/)/,
  /^desktop\/src\/(?:main|preload|bridge|simulator-page)(?=\/)/,
  /^desktop\/src\/renderer\/(?:app|features|ui|platform|locales)(?=\/)/,
  /^desktop\/(?:test|e2e|host|icons|packaging)(?=\/)/,
  /^shared\/src\/(?:kernel|features)(?=\/)/,
  /^scripts(?=\/)/
]

/** Folder of a path that stands in no room: `server/src/main.ts` stands in `server/src`. */
const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/')

/** Reads a place from a path such as `server/src/features/inbox/tags/tags.repo.ts`. */
export function locationOf(path: string): ModuleLocation {
  const room = rooms.map((pattern) => pattern.exec(path)?.[0]).find((found) => found !== undefined) ?? parentOf(path)
  const isFeature = room.endsWith('/features')
  const [wing = null, part = null] = isFeature ? path.slice(room.length + 1).split('/') : []
  const feature = isFeature && part !== null ? `${room}/${wing}/${part}` : null
  const building = (['server', 'desktop', 'shared'] as const).find((one) => path.startsWith(`${one}/`)) ?? 'scripts'
  return {
    path,
    name: path.split('/').at(-1) ?? path,
    building,
    room,
    wing,
    feature,
    home: building === 'shared' ? 'shared/src' : (feature ?? room),
    isTest: /\.test\.tsx?$|\/testing\/|^(?:server\/test|desktop\/(?:test|e2e|host))\//.test(path)
  }
}
