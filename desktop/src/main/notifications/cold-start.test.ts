// Notifications that started the app, or outlived its last start: each leads to its conversation.
import { Notification } from 'electron'
import { expect, onTestFinished, test, vi } from 'vitest'
import { onEarlierNotifications } from './cold-start.ts'
import { memoryLog } from '../testing/memory-settings.ts'

const ticket = 'a3c1b5c2-4b1d-4a53-9d4e-2f6f3f1f8a11'
const id = `${ticket} b3c1b5c2-4b1d-4a53-9d4e-2f6f3f1f8a22`

function listenOn(platform: NodeJS.Platform, launchInfo: unknown) {
  const done: unknown[] = []
  const reactions = {
    open: (of: string) => done.push(['open', of]),
    reply: (of: string, text: string) => done.push(['reply', of, text])
  }
  onEarlierNotifications(platform, reactions, launchInfo, memoryLog())
  return done
}

test.each([
  ['darwin', { identifier: id, actionIdentifier: 'default' }, [['open', ticket]]],
  ['darwin', { identifier: id, actionIdentifier: 'reply', userText: 'Já vou' }, [['reply', ticket, 'Já vou']]],
  ['darwin', {}, []],
  ['darwin', undefined, []],
  ['linux', { identifier: id }, []]
] as const)('on %s a start with %j does %j', (platform, launchInfo, expected) => {
  expect(listenOn(platform, launchInfo)).toEqual(expected)
})

test('on macOS what an earlier start has left answers clicks and replies', async () => {
  const old = new Notification({ id })
  vi.spyOn(Notification, 'getHistory').mockResolvedValue([old])
  onTestFinished(() => void vi.restoreAllMocks())
  const done = listenOn('darwin', {})
  await vi.waitFor(() => expect(old.listenerCount('click')).toBe(1))
  old.emit('click')
  old.emit('reply', { reply: 'Já vou' })
  expect(done).toEqual([
    ['open', ticket],
    ['reply', ticket, 'Já vou']
  ])
})
