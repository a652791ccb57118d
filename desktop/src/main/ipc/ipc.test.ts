// Who may ask over the bridge, and what becomes of arguments and answers.
import { ipcMain, type WebContents } from 'electron'
import { beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { channel, notice } from '#bridge/channel.ts'
import { handle, send } from './ipc.ts'

const double = channel('shell:language', [z.number()], z.number())
const handlerOf = (ipcMain as any).hostHandlerOf as (name: string) => (...args: unknown[]) => Promise<unknown>
const invoke = (senderFrame: unknown, ...args: unknown[]) => handlerOf(double.name)({ senderFrame }, ...args)
const console = { url: 'app://bundle/tickets/7?x=1', parent: null }

beforeAll(() => handle(double, (count) => (count === 13 ? ('no number' as never) : count * 2)))

test('the console is answered', async () => {
  expect(await invoke(console, 21)).toBe(42)
})

test.each([
  ['a frame inside the console', { ...console, parent: console }],
  ['a frame that is gone', null],
  ['another site', { url: 'https://bundle/', parent: null }],
  ['another host of the scheme', { url: 'app://bundle.evil/', parent: null }],
  ['an address that only begins like ours', { url: 'app://bundle@evil/', parent: null }],
  ['somebody with a name before our host', { url: 'app://evil@bundle/', parent: null }],
  ['an empty page', { url: 'about:blank', parent: null }],
  ['no address at all', { url: '', parent: null }]
])('%s is refused', async (_, frame) => {
  await expect(invoke(frame, 21)).rejects.toThrow(/may (?:not )?ask/)
})

test('arguments that do not fit never reach the handler', async () => {
  await expect(invoke(console, '21')).rejects.toThrow('0 (invalid_type)')
  await expect(invoke(console)).rejects.toThrow('takes 1 arguments')
})

test('an answer that does not fit the contract is not given', async () => {
  await expect(invoke(console, 13)).rejects.toThrow()
})

test('a notice goes to a page that is there', () => {
  const woke = notice('power:woke', z.object({ at: z.number() }))
  const post = vi.fn()
  const contents = (isGone: boolean) => ({ send: post, isDestroyed: () => isGone }) as unknown as WebContents
  send(contents(false), woke, { at: 1 })
  send(contents(true), woke, { at: 2 })
  send(undefined, woke, { at: 3 })
  expect(post.mock.calls).toEqual([['power:woke', { at: 1 }]])
  expect(() => send(contents(false), woke, { at: 'x' as never })).toThrow()
})
