// Notifications: one a conversation, counted and replaced, quiet at the right times, gone when read; pictures in time.
import { Notification, nativeImage } from 'electron'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Announcement } from '#bridge/notification-channels.ts'
import type { Preferences } from '#bridge/preference-channels.ts'
import { createNotificationImages } from './notification-images.ts'
import { createNotifications } from './notifications.ts'
import { memoryLog } from '../testing/memory-settings.ts'
import { speaker } from '../platform/texts.ts'

const ticket = 'a3c1b5c2-4b1d-4a53-9d4e-2f6f3f1f8a11'
const other = 'b3c1b5c2-4b1d-4a53-9d4e-2f6f3f1f8a22'
function words(part: Partial<Announcement> = {}): Announcement {
  return {
    ticket,
    ticketId: 7,
    title: 'Mariana',
    body: 'Oi!',
    path: `/tickets/${ticket}`,
    picture: null,
    canReply: true,
    ...part
  }
}

let shown: Notification[] = []
let closed: Notification[] = []
beforeEach(() => {
  shown = []
  closed = []
  vi.spyOn(Notification.prototype, 'show').mockImplementation(function show(this: Notification) {
    shown.push(this)
  })
  vi.spyOn(Notification.prototype, 'close').mockImplementation(function close(this: Notification) {
    closed.push(this)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function build(platform: NodeJS.Platform = 'linux', preferences: Partial<Preferences> = {}) {
  const state = { isPaused: false, lookedAt: '' }
  const opened: string[] = []
  const replies: unknown[] = []
  const notifications = createNotifications({
    platform,
    say: speaker(() => 'pt'),
    log: memoryLog(),
    preferences: () => ({ notifications: true, preview: 'all', ...preferences }) as Preferences,
    isPaused: () => state.isPaused,
    isLookingAt: (path) => path === state.lookedAt,
    findPicture: async () => null,
    open: (path) => opened.push(path),
    reply: (...reply) => replies.push(reply)
  })
  return { ...notifications, state, opened, replies }
}
const seen = () => shown.map(({ title, body }) => `${title}: ${body}`)

test('a word about the desk takes the place of the one before about the same, and leads where it says', () => {
  const { showStatus, state, opened, clear } = build()
  const outage = { about: 'connection 7', title: 'Loja está sem WhatsApp', body: 'Falha de rede', path: '/connections' }
  showStatus(outage)
  showStatus({ ...outage, about: 'connection 8', title: 'Fábrica está sem WhatsApp' })
  showStatus({ ...outage, body: 'O WhatsApp não respondeu' })
  expect(seen()).toEqual([
    'Loja está sem WhatsApp: Falha de rede',
    'Fábrica está sem WhatsApp: Falha de rede',
    'Loja está sem WhatsApp: O WhatsApp não respondeu'
  ])
  expect(closed).toEqual([shown[0]])
  shown[2]?.emit('click')
  expect(opened).toEqual(['/connections'])
  state.isPaused = true
  showStatus(outage)
  expect(shown).toHaveLength(3)
  clear()
  expect(closed).toEqual([shown[0], shown[1]])
})

test('later messages of a conversation take the place of earlier ones, with their number', async () => {
  const { show } = build()
  await show(words())
  await show(words({ body: 'Tudo bem?' }))
  await show(words({ ticket: other, title: 'Rui' }))
  expect(seen()).toEqual(['Mariana: Oi!', 'Mariana (2): Tudo bem?', 'Rui: Oi!'])
  expect(closed).toEqual([shown[0]])
  expect(shown.map(({ id }) => id)).toEqual([ticket, ticket, other])
})

test('Windows replaces by id, and nothing is taken back', async () => {
  const { show } = build('win32')
  await show(words())
  await show(words())
  expect(shown.map(({ id }) => id)).toEqual([ticket, ticket])
  expect(closed).toEqual([])
})

test('on macOS each has an id that names its conversation first, and the one before goes when the next is there', async () => {
  const { show, opened } = build('darwin')
  await show(words())
  vi.spyOn(Notification.prototype, 'close').mockImplementation(function close(this: Notification) {
    expect(shown).toHaveLength(2)
    closed.push(this)
    this.emit('close', {})
  })
  await show(words())
  expect(new Set(shown.map(({ id }) => id)).size).toBe(2)
  for (const { id } of shown) expect(id.startsWith(ticket)).toBe(true)
  expect(closed).toEqual([shown[0]])
  shown[1]?.emit('click')
  expect(opened).toEqual([words().path])
  await show(words())
  expect(seen().at(-1)).toBe('Mariana: Oi!')
})

test.each(['timedOut', 'applicationHidden'])(
  'one that is off the screen (%s) still leaves when it is read',
  async (reason) => {
    const { show, setUnread } = build('win32')
    await show(words())
    setUnread([ticket])
    shown[0]?.emit('close', { reason })
    setUnread([])
    expect(closed).toEqual([shown[0]])
    await show(words())
    setUnread([ticket])
    shown[1]?.emit('close', { reason: 'userCanceled' })
    setUnread([])
    expect(closed).toEqual([shown[0]])
  }
)

test('messages that come at once are shown in their order', async () => {
  const { show } = build()
  await Promise.all(['a', 'b', 'c'].map((body) => show(words({ body }))))
  expect(seen()).toEqual(['Mariana: a', 'Mariana (2): b', 'Mariana (3): c'])
})

test.each([
  ['name', 'Mariana: Nova mensagem', 'Mariana: 2 novas mensagens'],
  ['none', 'Guichê: Nova mensagem', 'Guichê: 2 novas mensagens']
] as const)('with the preview %s no word of the message is shown', async (preview, first, second) => {
  const { show } = build('linux', { preview })
  await show(words())
  await show(words())
  expect(seen()).toEqual([first, second])
})

describe('it keeps quiet', () => {
  test('when switched off', async () => {
    const { show } = build('linux', { notifications: false })
    await show(words())
    expect(shown).toEqual([])
  })
  test('while paused, and while its conversation is before the person', async () => {
    const { show, state } = build()
    state.isPaused = true
    await show(words())
    Object.assign(state, { isPaused: false, lookedAt: words().path })
    await show(words())
    expect(shown).toEqual([])
    await show(words({ ticket: other, path: `/tickets/${other}` }))
    expect(shown).toHaveLength(1)
  })
})

test('what was unread and is read leaves, what was never reported stays', async () => {
  const { show, setUnread } = build()
  await show(words())
  await show(words({ ticket: other }))
  setUnread([ticket])
  expect(closed).toEqual([])
  setUnread([])
  expect(closed).toEqual([shown[0]])
})

test('the end of the login takes everything back', async () => {
  const { show, clear } = build()
  await show(words())
  clear()
  expect(closed).toEqual([shown[0]])
})

test('a click opens, a reply is handed on, and the count begins anew', async () => {
  const { show, opened, replies } = build()
  await show(words())
  shown[0]?.emit('reply', { reply: 'Já vou' })
  shown[0]?.emit('click')
  await show(words())
  expect([opened, replies]).toEqual([[words().path], [[ticket, 7, 'Já vou']]])
  expect(seen().at(-1)).toBe('Mariana: Oi!')
})

test('on Windows clicks and replies are heard in the one place that hears them all', async () => {
  const { show, opened, replies } = build('win32')
  await show(words())
  shown[0]?.emit('click')
  shown[0]?.emit('reply', { reply: 'x' })
  expect([opened, replies]).toEqual([[], []])
})

test.each([
  ['shown', (one: Notification) => one.emit('show'), { outcome: 'shown', detail: '' }],
  ['refused', (one: Notification) => one.emit('failed', {}, 'unsigned'), { outcome: 'failed', detail: 'unsigned' }]
])('a test that is %s says so', async (_, happen, outcome) => {
  const { test: tryOne } = build()
  const result = tryOne()
  happen(shown[0]!)
  expect(await result).toEqual(outcome)
})

test('a system that says nothing is told as silent', async () => {
  vi.useFakeTimers()
  const result = build().test()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await result).toEqual({ outcome: 'silent', detail: '' })
})

test('pictures come from the server in use alone, once, and a broken one is none', async () => {
  const png = nativeImage.createFromDataURL(
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  )
  const asked: string[] = []
  const find = createNotificationImages(
    async ({ url }) => {
      asked.push(url)
      const body = url.endsWith('broken') ? Buffer.from('x') : png.toPNG()
      return { status: 200, body, type: 'image/png', cookies: [], location: null, failure: null }
    },
    (url) => url.startsWith('https://desk.example/media/')
  )
  const url = 'https://desk.example/media/a'
  expect((await find(url))?.isEmpty()).toBe(false)
  await find(url)
  expect(await find('https://desk.example/media/broken')).toBeNull()
  expect(await find('https://evil.example/media/a')).toBeNull()
  expect(await find(null)).toBeNull()
  expect(asked).toEqual([url, 'https://desk.example/media/broken'])
})
