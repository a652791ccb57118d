// The contract: every name has one value, arguments are checked, and a refusal never repeats what was sent.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { channel, parseArgs, type Channel, type Notice } from './channel.ts'
import * as diagnostics from './diagnostics-channels.ts'
import * as downloads from './download-channels.ts'
import * as kept from './snapshot-channels.ts'
import * as login from './login-channels.ts'
import { channelNames, noticeNames } from './names.ts'
import * as notifications from './notification-channels.ts'
import * as preferences from './preference-channels.ts'
import * as servers from './server-channels.ts'
import * as shell from './shell-channels.ts'
import * as updates from './update-channels.ts'

const files = [shell, login, kept, servers, notifications, preferences, downloads, diagnostics, updates]
const values = files.flatMap((file) => Object.values(file) as unknown[])
const isDoor = (value: unknown): value is Channel | Notice =>
  typeof value === 'object' && value !== null && 'name' in value
function names(key: 'args' | 'payload') {
  return values
    .filter(isDoor)
    .filter((door) => key in door)
    .map(({ name }) => name)
    .toSorted()
}

test('every listed name is declared once', () => {
  expect(names('args')).toEqual([...channelNames].toSorted())
  expect(names('payload')).toEqual([...noticeNames].toSorted())
})

const sum = channel('downloads:cancel', [z.number(), z.strictObject({ text: z.string() })], z.number())

test('arguments that fit are handed on', () => {
  expect(parseArgs(sum, [1, { text: 'x' }])).toEqual([1, { text: 'x' }])
})

test.each([
  ['too few', [1], 'downloads:cancel takes 2 arguments'],
  ['too many', [1, { text: 'x' }, 3], 'downloads:cancel takes 2 arguments'],
  ['of another type', ['a secret', { text: 'x' }], 'downloads:cancel got arguments that do not fit: 0 (invalid_type)'],
  ['deep inside', [1, { text: 7 }], 'downloads:cancel got arguments that do not fit: 1.text (invalid_type)'],
  [
    'with more than is known',
    [1, { text: 'x', more: 1 }],
    'downloads:cancel got arguments that do not fit: 1 (unrecognized_keys)'
  ]
])('arguments that are %s are refused without being repeated', (_, args, words) => {
  expect(() => parseArgs(sum, args)).toThrow(new TypeError(words))
})

test.each(['//evil.example', 'https://evil.example', '/tickets/../../x', 'tickets', '/a?b=c', '/a#b', 'javascript:x'])(
  'a notification cannot lead to %s',
  (path) => {
    const words = {
      ticket: crypto.randomUUID(),
      ticketId: 7,
      title: 'Ana',
      body: 'Oi',
      path,
      picture: null,
      canReply: true
    }
    expect(() => parseArgs(notifications.showNotification, [words])).toThrow('0.path')
    expect(parseArgs(notifications.showNotification, [{ ...words, path: '/tickets/1-a' }])).toHaveLength(1)
  }
)
