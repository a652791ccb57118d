// The patches in `patches/` lie in what is installed, and what else they rest on has not changed.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patchProblems } from './check-patches.ts'

const root = join(import.meta.dirname, '../../..')
const patched = ['@whiskeysockets/baileys', 'libsignal', 'postgres']
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'guiche-patches-'))
  cpSync(join(root, 'patches'), join(copy, 'patches'), { recursive: true })
  for (const name of patched) {
    mkdirSync(join(copy, 'node_modules', name), { recursive: true })
    cpSync(join(root, 'node_modules', name), join(copy, 'node_modules', name), { recursive: true })
  }
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** Changes a file of the copied libraries while `look` looks. */
function withChanged(file: string, change: (text: string) => string, look: () => void) {
  const path = join(copy, 'node_modules', file)
  const before = readFileSync(path, 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  writeFileSync(path, after)
  look()
  writeFileSync(path, before)
}

test('every patch is applied to the version it was made for, and the note beside them names it', () => {
  expect(patchProblems()).toEqual([])
  const names = readdirSync(join(root, 'patches'))
  const note = readFileSync(join(root, 'patches/README.md'), 'utf8')
  expect(names.filter((name) => name.endsWith('.patch'))).toHaveLength(patched.length)
  for (const name of patched) expect(note).toContain(`## ${name}`)
})

test.each([
  ['postgres/src/connection.js', 'socket ? socket.write(chunk, fn) : false', 'socket.write(chunk, fn)'],
  ['libsignal/src/session_record.js', 'debug("Closing session");', 'console.info("Closing session:", session);'],
  ['@whiskeysockets/baileys/lib/Socket/socket.js', 'config.makeSocketClient?.(url, config) ?? ', '']
])('%s without its patch is found', (file, ours, theirs) => {
  withChanged(
    file,
    (text) => text.replace(ours, theirs),
    () => expect(patchProblems(copy)).toEqual([`node_modules/${file} is not patched`])
  )
})

test('another version of a library is found', () => {
  withChanged(
    'postgres/package.json',
    (text) => text.replace(/"version": "[^"]+"/, '"version": "3.4.10"'),
    () => expect(patchProblems(copy)).toEqual(['postgres is 3.4.10, its patch is for 3.4.9'])
  )
})

test('the web socket that Baileys would make has nothing that ours lacks', () => {
  const theirs = readFileSync(join(root, 'node_modules/@whiskeysockets/baileys/lib/Socket/Client/websocket.js'), 'utf8')
  const members = [...theirs.matchAll(/^ {4}(?:async |get )?(\w+)\(.*\) \{$/gm)].map(([, name]) => name)
  expect(members).toEqual([
    'constructor',
    'isOpen',
    'isClosed',
    'isClosing',
    'isConnecting',
    'connect',
    'close',
    'send'
  ])
  const events = /const events = \[(.*)\]/.exec(theirs)?.[1]
  expect(events).toBe("'close', 'error', 'upgrade', 'message', 'open', 'ping', 'pong', 'unexpected-response'")
})
