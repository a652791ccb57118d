// The one session: the app's scheme, who may have which permission, spelling, downloads.
import { EventEmitter } from 'node:events'
import { life } from './app-state.ts'
import type { DownloadItem } from './downloads.ts'
import { schemes, type SchemeHandler } from '../chromium.ts'
import { like, strict, withEvents } from '../strict.ts'

type ProtocolKeys = 'registerSchemesAsPrivileged' | 'unhandle' | 'isProtocolHandled'
export const protocol = like<Electron.Protocol, ProtocolKeys, 'handle'>()(
  strict('protocol', {
    registerSchemesAsPrivileged: () => {
      if (life.isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before the app is ready')
    },
    handle: (scheme: string, handler: SchemeHandler) => void schemes.set(scheme, handler),
    unhandle: (scheme: string) => void schemes.delete(scheme),
    isProtocolHandled: (scheme: string) => schemes.has(scheme)
  })
)

type RequestHandler = Parameters<Electron.Session['setPermissionRequestHandler']>[0]
type CheckHandler = Parameters<Electron.Session['setPermissionCheckHandler']>[0]
const permission: { request: RequestHandler; check: CheckHandler } = { request: null, check: null }

/** Electron's permissions that Chromium can be granted from outside, with Chromium's names for them. */
const grantable: { name: string; details: object; names: string[] }[] = [
  { name: 'local-network-access', details: {}, names: ['local-network-access'] },
  { name: 'media', details: { mediaTypes: ['audio'], mediaType: 'audio' }, names: ['microphone'] },
  { name: 'media', details: { mediaTypes: ['video'], mediaType: 'video' }, names: ['camera'] },
  { name: 'notifications', details: {}, names: ['notifications'] },
  { name: 'clipboard-read', details: {}, names: ['clipboard-read'] },
  { name: 'clipboard-sanitized-write', details: {}, names: ['clipboard-write'] },
  { name: 'geolocation', details: {}, names: ['geolocation'] }
]

/** What the app's own handlers grant to a page at `url`, in Chromium's names. */
export async function grantsFor(webContents: unknown, url: string): Promise<string[]> {
  const origin = new URL(url).origin
  const answers = grantable.map(async ({ name, details, names }) => {
    const about = { ...details, requestingUrl: url, isMainFrame: true }
    const isChecked = permission.check?.(webContents as never, name as never, origin, about as never) ?? true
    const { request } = permission
    const isGranted =
      !request ||
      (await new Promise<boolean>((answer) => request(webContents as never, name as never, answer, about as never)))
    return isChecked && isGranted ? names : []
  })
  return (await Promise.all(answers)).flat()
}

/** Everything that the session emits. */
export const sessionEvents = new EventEmitter()

type HeadersListener = (
  details: { url: string; requestHeaders: Record<string, string> },
  answer: (change: { requestHeaders?: Record<string, string | string[]> }) => void
) => void
const headers: { urls: string[]; listener: HeadersListener | null } = { urls: [], listener: null }

/** What requests say; what an app makes of it is seen by `hostHeaders` alone, since pages go their own way here. */
const webRequest = strict('webRequest', {
  onBeforeSendHeaders: ({ urls }: { urls: string[] }, listener: HeadersListener) => {
    Object.assign(headers, { urls, listener })
  }
})

const spelling = { languages: ['en-US'], words: [] as string[] }

type SessionKeys =
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setSpellCheckerLanguages'
  | 'addWordToSpellCheckerDictionary'
  | 'availableSpellCheckerLanguages'
  | 'clearStorageData'
  | 'clearCache'
  | 'setSpellCheckerEnabled'
/** Downloads come with items of the host's own type. */
interface OwnEvents {
  on(
    event: 'will-download',
    listener: (event: { preventDefault(): void }, item: DownloadItem, contents: unknown) => void
  ): unknown
}
const defaultSession = withEvents<OwnEvents>()(
  like<Electron.Session, SessionKeys, 'on' | 'once' | 'off'>()(
    strict(
      'session.defaultSession',
      Object.assign(sessionEvents, {
        protocol,
        hostSpelling: spelling,
        hostHeaders: headers,
        webRequest,
        setPermissionRequestHandler: (handler: RequestHandler) => {
          permission.request = handler
        },
        setPermissionCheckHandler: (handler: CheckHandler) => {
          permission.check = handler
        },
        availableSpellCheckerLanguages: ['en-US', 'es', 'es-ES', 'pt-BR'],
        setSpellCheckerEnabled: (_isEnabled: boolean) => {},
        setSpellCheckerLanguages: (languages: string[]) => {
          spelling.languages = languages
        },
        addWordToSpellCheckerDictionary: (word: string) => {
          spelling.words.push(word)
          return true
        },
        clearStorageData: async () => {},
        clearCache: async () => {}
      })
    )
  )
)

/** Another partition has no pages here; a package may still ask for one to make requests with. */
export const session = strict('session', {
  defaultSession,
  fromPartition: (partition: string) => (partition === '' ? defaultSession : strict(`session ${partition}`, {}))
})
