// What the app remembers between starts, on disk and readable: nothing secret, no text of a message.
import Store from 'electron-store'
import { z } from 'zod'
import { previews, spellLanguages, type Preferences } from '#bridge/preference-channels.ts'
import { shellLanguage } from '#bridge/shell-channels.ts'

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })

/** One schema a key: a value that does not fit, from an older app or a broken disk, falls back alone. */
const schemas = {
  servers: z.array(z.string()).catch([]),
  currentServer: z.string().nullable().catch(null),
  /** Origin in the links of a server, by the address of the server. */
  linkOrigins: z.record(z.string(), z.string()).catch({}),
  /** Addresses of servers at which somebody is signed in. */
  logins: z.array(z.string()).catch([]),
  window: z.object({ bounds: rectangle, isMaximized: z.boolean() }).nullable().catch(null),
  /** Chromium's zoom level; 0 is 100 %. */
  zoom: z.number().min(-5).max(5).catch(0),
  /** The person knows that the app goes on in the tray when its window is closed. */
  knowsTray: z.boolean().catch(false),
  /** Milliseconds since 1970. */
  pausedUntil: z.number().nullable().catch(null),
  language: shellLanguage.nullable().catch(null),
  startAtLogin: z.boolean().catch(false),
  closeToTray: z.boolean().catch(true),
  notifications: z.boolean().catch(true),
  preview: z.enum(previews).catch('all'),
  /** Null follows the language of the console. */
  spelling: z.array(z.enum(spellLanguages)).nullable().catch(null),
  askWhereToSave: z.boolean().catch(false)
} as const

type Values = { [K in keyof typeof schemas]: z.output<(typeof schemas)[K]> }

export interface Settings {
  read<K extends keyof Values>(key: K): Values[K]
  write<K extends keyof Values>(key: K, value: Values[K]): void
}

/** Opens `settings.json` in the folder of the app's data. */
export function openSettings(): Settings {
  const store = new Store<Record<string, unknown>>({
    name: 'settings',
    clearInvalidConfig: true,
    accessPropertiesByDotNotation: false
  })
  return {
    read: (key) => schemas[key].parse(store.get(key)) as never,
    write: (key, value) => store.set(key, value)
  }
}

const spellingOf = { pt: 'pt-BR', en: 'en-US', es: 'es' } as const

/** What a person has set, or what holds until they do. */
export function preferencesOf(settings: Settings): Preferences {
  return {
    startAtLogin: settings.read('startAtLogin'),
    closeToTray: settings.read('closeToTray'),
    notifications: settings.read('notifications'),
    preview: settings.read('preview'),
    spelling: settings.read('spelling') ?? [spellingOf[settings.read('language') ?? 'pt']],
    askWhereToSave: settings.read('askWhereToSave')
  }
}
