// Programs beside ours end with it, and so does what they have started themselves.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const module = new URL('./children.ts', import.meta.url).href

/** Runs a program that starts another one, which starts a third and prints its pid. */
async function startFamily(after = '') {
  const grandchild = `setInterval(() => {}, 1000)`
  const child = `const { spawn } = require('node:child_process')
    console.log(spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}]).pid)
    setInterval(() => {}, 1000)`
  const program = `const { startProgram, stopAtEnd } = await import(${JSON.stringify(module)})
    stopAtEnd()
    console.log(startProgram('The child', { args: ['-e', ${JSON.stringify(child)}] }).pid)
    ${after}`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'pipe']
  })
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]()
  const pids = [Number((await lines.next()).value), Number((await lines.next()).value)]
  return { parent, pids }
}

/** What has ended and was not buried yet counts as ended. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.trim().startsWith('Z')
}

test('Ctrl+C ends the programs and what they have started', async () => {
  const { parent, pids } = await startFamily()
  expect(pids.map(isRunning)).toEqual([true, true])
  parent.kill('SIGINT')
  const [code] = (await once(parent, 'exit')) as [number | null]
  expect(code).toBe(0)
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false])
})

test('a program that goes wrong itself says why and ends the others', async () => {
  const { parent, pids } = await startFamily(`process.stdin.once('data', () => Promise.reject(new Error('planted')))`)
  expect(pids.map(isRunning)).toEqual([true, true])
  const said = text(parent.stderr)
  parent.stdin.write('go')
  const [code] = (await once(parent, 'exit')) as [number | null]
  expect([code, await said]).toEqual([1, expect.stringContaining('planted')])
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false])
})
