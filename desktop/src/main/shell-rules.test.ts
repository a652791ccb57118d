// Small rules of the shell: links, names of files, permissions, places of windows, pauses, languages, menus, autostart.
import { app, session } from 'electron'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { contextItems } from './window/context-menu.ts'
import { codeOfLink, linkIn, pathOfLink, writeLinkEntry } from './system/deep-link.ts'
import { freePath, safeName } from './window/downloads.ts'
import { createIntents } from './system/intents.ts'
import { chooseConfigFile, managedConfigFile, readManagedConfig } from './platform/managed-config.ts'
import { createPause, endOfPause } from './notifications/pause.ts'
import { mayHave } from './window/permissions.ts'
import { introduceToPlayer } from './window/player-referrer.ts'
import { createServerFiles } from './login/server-files.ts'
import { createServers } from './login/servers.ts'
import { setSpelling } from './window/spelling.ts'
import { renewStartAtLogin, setStartAtLogin } from './system/start-at-login.ts'
import { memoryLog, memorySettings } from './testing/memory-settings.ts'
import { languageOf } from '@guiche/shared/kernel/languages.ts'
import { speaker } from './platform/texts.ts'
import { trayImage } from './notifications/tray.ts'
import { fitWindow } from './window/window-state.ts'

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
const uuid = 'a3c1b5c2-4b1d-4a53-9d4e-2f6f3f1f8a11'

test.each([
  [`guiche://tickets/${uuid}`, `/tickets/${uuid}`],
  [`GUICHE://tickets/${uuid.toUpperCase()}/`, `/tickets/${uuid}`],
  ['guiche://tickets/7', null],
  [`guiche://tickets/${uuid}/../../users`, null],
  [`guiche://users/${uuid}`, null],
  [`https://tickets/${uuid}`, null],
  [`guiche://tickets/${uuid}?next=//evil.example`, null]
])('the link %s leads to %s', (link, path) => {
  expect(pathOfLink(link)).toBe(path)
})

test.each([
  [`guiche://login/${'a'.repeat(40)}.${'b'.repeat(43)}`, `${'a'.repeat(40)}.${'b'.repeat(43)}`],
  ['guiche://login/short.code', null],
  [`guiche://login/${'a'.repeat(40)}.${'b'.repeat(43)}?next=//evil.example`, null],
  [`https://login/${'a'.repeat(40)}.${'b'.repeat(43)}`, null]
])('the link %s hands over %s', (link, code) => {
  expect(codeOfLink(link)).toBe(code)
})

test('a link is found among the arguments of a program', () => {
  expect(linkIn(['guiche', '--hidden', `guiche://tickets/${uuid}`])).toBe(`guiche://tickets/${uuid}`)
  expect(linkIn(['guiche', '--flag=guiche://x'])).toBeNull()
})

test.each([
  ['../../.bashrc', '_._.._.bashrc'],
  ['a/b\\c:d*e?"<>|.pdf', 'a_b_c_d_e_____.pdf'],
  ['con.txt', '_con.txt'],
  ['nota.pdf. . ', 'nota.pdf'],
  ['invoice\u202Efdp.exe', 'invoice_fdp.exe'],
  ['', 'arquivo']
])('a file called %j is saved under a harmless name', (name, expected) => {
  const safe = safeName(name)
  expect(safe).not.toMatch(/[/\\:*?"<>|\u202E]/)
  expect(safe.startsWith('.')).toBe(false)
  if (!name.includes('..')) expect(safe).toBe(expected)
})

test('a name that is taken gets a number', () => {
  const taken = new Set([join('/d', 'nota.pdf'), join('/d', 'nota (2).pdf')])
  expect(freePath('/d', 'nota.pdf', (path) => taken.has(path))).toBe(join('/d', 'nota (3).pdf'))
  expect(freePath('/d', 'x'.repeat(400) + '.pdf', () => false)).toMatch(/x{150}\.pdf$/)
})

test.each([
  ['media', { mediaTypes: ['audio'] }, true],
  ['media', { mediaTypes: ['audio', 'video'] }, false],
  ['media', {}, false],
  ['notifications', {}, true],
  ['local-network-access', {}, true],
  ['geolocation', {}, false],
  ['display-capture', {}, false],
  ['openExternal', {}, false]
])('the console may have %s with %j: %s; nobody else may', (permission, details, expected) => {
  expect(mayHave(permission, 'app://bundle/tickets', details)).toBe(expected)
  expect(mayHave(permission, 'https://evil.example/', details)).toBe(false)
})

test('the player of the help videos may fill the screen, and nothing else', () => {
  const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
  expect(mayHave('fullscreen', player, {})).toBe(true)
  expect(mayHave('notifications', player, {})).toBe(false)
  expect(mayHave('media', player, { mediaTypes: ['audio'] })).toBe(false)
  expect(mayHave('fullscreen', 'https://www.youtube-nocookie.com/watch', {})).toBe(false)
})

test('the player hears on whose behalf it plays, and nobody else does', () => {
  let server: string | null = null
  introduceToPlayer(session.defaultSession, () => server)
  const { urls, listener } = (session.defaultSession as any).hostHeaders
  expect(urls).toEqual(['https://www.youtube-nocookie.com/*'])
  const answer = vi.fn()
  const requestHeaders = { Accept: 'text/html' }
  listener({ url: 'https://www.youtube-nocookie.com/embed/x', requestHeaders }, answer)
  server = 'https://desk.example'
  listener({ url: 'https://www.youtube-nocookie.com/embed/x', requestHeaders }, answer)
  expect(answer.mock.calls.map(([change]) => change.requestHeaders)).toEqual([
    requestHeaders,
    { ...requestHeaders, Referer: 'https://desk.example/' }
  ])
})

describe('the files of a server', () => {
  const build = () => {
    const settings = memorySettings({ currentServer: 'https://desk.example', servers: ['https://desk.example'] })
    return { settings, files: createServerFiles(createServers(settings, null), settings) }
  }
  test('are those of its own origin and of its links, below /media/', () => {
    const { files } = build()
    expect(files.isFile('https://desk.example/media/x/a.pdf')).toBe(true)
    expect(files.isFile('https://desk.example/users')).toBe(false)
    expect(files.isFile('https://files.example/media/x')).toBe(false)
    files.learn('https://desk.example', 'https://files.example')
    expect(files.isFile('https://files.example/media/x')).toBe(true)
    expect(files.origins()).toEqual(['https://desk.example', 'https://files.example'])
  })
  test('may be saved when the console or the shell asks, and nobody else', () => {
    const { files } = build()
    expect(files.mayDownload('https://desk.example/media/x', 'app://bundle')).toBe(true)
    expect(files.mayDownload('blob:app://bundle/1', 'app://bundle')).toBe(true)
    expect(files.mayDownload('https://desk.example/media/x', '')).toBe(true)
    expect(files.mayDownload('https://desk.example/media/x', 'https://evil.example')).toBe(false)
    expect(files.mayDownload('https://evil.example/x.exe', 'app://bundle')).toBe(false)
  })
})

test('servers are remembered, the one in use stays, and a fixed one is the only one', () => {
  const settings = memorySettings()
  const servers = createServers(settings, null)
  servers.use('https://a.example')
  servers.use('https://b.example')
  servers.remove('https://b.example')
  expect(servers.list().servers).toEqual([
    { address: 'https://a.example', isCurrent: false },
    { address: 'https://b.example', isCurrent: true }
  ])
  servers.remove('https://a.example')
  expect(servers.list().servers).toHaveLength(1)
  const fixed = createServers(settings, 'https://it.example')
  expect(fixed.current()).toBe('https://it.example')
  expect(() => fixed.use('https://a.example')).toThrow('fixed')
})

test.each([
  ['{"server":"desk.example","later":1}', 'https://desk.example', 0],
  ['\uFEFF{"server":"http://desk.lan:3000/"}', 'http://desk.lan:3000', 0],
  ['{"server":"not an address"}', undefined, 1],
  ['{broken', undefined, 1]
])('the managed configuration %j fixes %s', (text, server, complaints) => {
  const file = join(temporary(), 'config.json')
  writeFileSync(file, text)
  const log = memoryLog()
  expect(readManagedConfig(file, log).server).toBe(server)
  expect(log.lines).toHaveLength(complaints)
})

test('without a managed configuration nothing is decided and nothing is said', () => {
  const log = memoryLog()
  expect(readManagedConfig(join(temporary(), 'none.json'), log)).toEqual({})
  expect(log.lines).toEqual([])
  expect(managedConfigFile('linux')).toBe('/etc/guiche/config.json')
  expect(managedConfigFile('win32', 'D:\\Data')).toBe('D:\\Data\\Guiche\\config.json')
})

test.each([
  ['https://Desk.example/', 'https://desk.example'],
  ['desk.example/painel', 'https://desk.example'],
  ['', null]
])('the server %j that a build is for is the origin %j', async (typed, origin) => {
  vi.stubGlobal('__GUICHE_SERVER__', typed)
  vi.resetModules()
  onTestFinished(() => void vi.unstubAllGlobals())
  expect((await import('./platform/env.ts')).builtInServer).toBe(origin)
})

test('a managed configuration in its place is not got around by naming another', () => {
  expect(chooseConfigFile('/etc/guiche/config.json', '/home/ana/own.json', () => true)).toBe('/etc/guiche/config.json')
  expect(chooseConfigFile('/etc/guiche/config.json', '/opt/it.json', () => false)).toBe('/opt/it.json')
  expect(chooseConfigFile('/etc/guiche/config.json', null, () => false)).toBe('/etc/guiche/config.json')
})

const area = { x: 0, y: 0, width: 1920, height: 1080 }
test.each([
  ['no place is known', undefined, { x: 280, y: 100, width: 1360, height: 880 }],
  ['it is on the screen', { x: 50, y: 60, width: 900, height: 700 }, { x: 50, y: 60, width: 900, height: 700 }],
  ['its screen is gone', { x: 4000, y: 60, width: 900, height: 700 }, { x: 510, y: 190, width: 900, height: 700 }],
  ['its title is above', { x: 50, y: -200, width: 900, height: 700 }, { x: 510, y: 190, width: 900, height: 700 }]
])('a window is placed where %s', (_, kept, expected) => {
  expect(fitWindow(kept, [area])).toEqual(expected)
})

test('a pause ends after half an hour, or on the next morning, also over the end of a month', () => {
  const now = new Date(2026, 0, 31, 22, 30)
  expect(endOfPause('30-minutes', now)).toBe(now.getTime() + 1_800_000)
  expect(endOfPause('until-tomorrow', now)).toBe(new Date(2026, 1, 1, 8).getTime())
  expect(endOfPause('none', now)).toBeNull()
})

test('the end of a pause is told, and one that ended while the app was closed is over', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const pause = createPause(memorySettings())
  const told: (number | null)[] = []
  pause.onChange((until) => told.push(until))
  const until = pause.begin('30-minutes')
  vi.advanceTimersByTime(1_800_100)
  expect(told).toEqual([until, null])
  expect(createPause(memorySettings({ pausedUntil: Date.now() - 1 })).until()).toBeNull()
})

test('of several places to open the last one counts, until whoever asked is gone', () => {
  const told = vi.fn()
  const intents = createIntents(told)
  intents.add({ kind: 'open', path: '/tickets/1' })
  intents.add({ kind: 'open', path: '/tickets/2' })
  expect(intents.take()).toEqual([{ kind: 'open', path: '/tickets/2' }])
  expect(intents.take()).toEqual([])
  intents.add({ kind: 'open', path: '/tickets/3' })
  intents.clear()
  expect(intents.take()).toEqual([])
  expect(told).toHaveBeenCalledTimes(3)
})

test('the system’s first language that is spoken here is taken, and texts are filled in', () => {
  expect(languageOf(['de-DE', 'es-AR', 'en-US'])).toBe('es')
  expect(languageOf(['de-DE'])).toBe('pt')
  expect(speaker(() => 'en')('unreadMany', { count: 3 })).toBe('3 unread conversations')
})

test.each([
  [{ unread: 0, isPaused: false }, 'linux', false, 'tray-light.png'],
  [{ unread: 4, isPaused: false }, 'win32', true, 'tray-dark-4.png'],
  [{ unread: 10, isPaused: false }, 'linux', false, 'tray-light-many.png'],
  [{ unread: 4, isPaused: true }, 'linux', true, 'tray-dark-paused.png'],
  [{ unread: 4, isPaused: false }, 'darwin', true, 'trayTemplate.png']
] as const)('the tray shows %j on %s (dark: %s) as %s', (state, platform, isDark, file) => {
  expect(trayImage(state, platform, isDark)).toBe(file)
})

test('the spell checker gets the names that this system has', () => {
  setSpelling(session.defaultSession, ['pt-BR', 'es'])
  expect((session.defaultSession as any).hostSpelling.languages).toEqual(['pt-BR', 'es'])
})

test('a wrong word offers what was meant, the dictionary and the languages; a link offers itself', () => {
  const contents: any = { replaceMisspelling: vi.fn(), session: { addWordToSpellCheckerDictionary: vi.fn() } }
  const place: any = {
    misspelledWord: 'pedidu',
    dictionarySuggestions: ['pedido'],
    isEditable: true,
    editFlags: { canCut: false, canCopy: false, canPaste: true },
    selectionText: '',
    linkURL: '',
    mediaType: 'none'
  }
  const change = vi.fn()
  const menu = { languages: () => ['pt-BR'] as const, change }
  const say = speaker(() => 'pt')
  const items = contextItems(contents, place, menu, say)
  expect(items.filter(({ label }) => label).map(({ label }) => label)).toEqual([
    'pedido',
    'Adicionar ao dicionário',
    'Recortar',
    'Copiar',
    'Colar',
    'Selecionar tudo',
    'Idiomas da correção'
  ])
  ;(items[0] as any).click()
  ;(items[1] as any).click()
  expect(contents.replaceMisspelling).toHaveBeenCalledWith('pedido')
  expect(contents.session.addWordToSpellCheckerDictionary).toHaveBeenCalledWith('pedidu')
  ;(items.at(-1) as any).submenu[2].click({ checked: true })
  expect(change).toHaveBeenCalledWith(['pt-BR', 'es'])
  const still = { ...place, misspelledWord: '', isEditable: false }
  expect(contextItems(contents, still, menu, say)).toEqual([])
  expect(contextItems(contents, { ...still, linkURL: 'javascript:x' }, menu, say)).toEqual([])
  expect(contextItems(contents, { ...still, linkURL: 'https://a.example' }, menu, say)).toHaveLength(2)
})

test('on Linux the start at login is an entry for the desktop, and goes again', () => {
  const folder = temporary()
  app.setPath('appData', folder)
  const file = join(folder, 'autostart', `${app.getName()}.desktop`)
  setStartAtLogin(true, '/opt/Gui "chê"/guiche')
  expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Gui \\"chê\\"/guiche" --hidden')
  renewStartAtLogin(true, '/opt/guiche-2', memoryLog())
  expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/guiche-2" --hidden')
  setStartAtLogin(false)
  expect(existsSync(file)).toBe(false)
  renewStartAtLogin(false, '/opt/guiche-2', memoryLog())
  expect(existsSync(file)).toBe(false)
})

test('an AppImage makes its links known, and leaves an entry alone that somebody else has made', () => {
  const dataHome = temporary()
  const file = join(dataHome, 'applications', 'guiche.desktop')
  const place = { program: '/home/ana/Guichê 1.AppImage', entry: 'guiche.desktop', dataHome }
  writeLinkEntry(place)
  expect(readFileSync(file, 'utf8').split('\n')).toEqual(
    expect.arrayContaining([
      'Exec="/home/ana/Guichê 1.AppImage" %u',
      'MimeType=x-scheme-handler/guiche;',
      'NoDisplay=true'
    ])
  )
  writeLinkEntry({ ...place, program: '/home/ana/Guichê 2.AppImage' })
  expect(readFileSync(file, 'utf8')).toContain('Exec="/home/ana/Guichê 2.AppImage" %u')
  writeFileSync(file, '[Desktop Entry]\nName=Integrated\n')
  writeLinkEntry(place)
  expect(readFileSync(file, 'utf8')).toBe('[Desktop Entry]\nName=Integrated\n')
})
