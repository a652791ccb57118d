// The disk for files is full: uploads are refused in a sentence, what customers send is kept and fetched when there is room.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '#test/eventually.ts'
import { formFile, formOf, postForm, storedFiles } from '#test/fixtures/upload.ts'
import { newestOf, openChat, startPairedApp, type PairedApp } from './paired-app.ts'

/** A file system of its own can be had by root alone. */
const isPossible = process.getuid?.() === 0 && process.platform === 'linux'

describe.runIf(isPossible)('root: a full disk', () => {
  let disk: string
  let app: PairedApp
  let chat: Awaited<ReturnType<typeof openChat>>

  beforeAll(async () => {
    disk = mkdtempSync(join(tmpdir(), 'guiche-full-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'guiche-test', disk])
    app = await startPairedApp({ dataDir: disk })
    chat = await openChat(app)
    // Leaves room for a few kilobytes.
    writeFileSync(join(disk, 'ballast'), Buffer.alloc(2 * 1024 * 1024 - 64 * 1024))
  })
  afterAll(async () => {
    await app.stop()
    execFileSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  })

  const upload = (bytes: number) =>
    postForm(
      app.test.url,
      app.admin.token,
      chat.ticketId,
      formOf([formFile('dados.bin', 'application/octet-stream', Buffer.alloc(bytes, 7))])
    )

  test('refuses uploads with 507, keeps texts going and fetches what customers sent once there is room', async () => {
    expect(await upload(200_000)).toMatchObject({ status: 507, error: 'ERR_STORAGE_FULL' })
    expect(storedFiles(app.test)).toEqual([])
    const file = {
      type: 'document',
      data: Buffer.alloc(300_000, 9),
      fileName: 'pedido.bin',
      caption: 'o pedido'
    } as const
    await app.simulator.send(app.phone, chat.customer.id, file)
    await chat.write('recebeu?')
    await eventually(
      async () => (await newestOf(app, chat.ticketId)).at(-1)?.body === 'recebeu?',
      'the text behind the file'
    )
    const shown = async () => (await newestOf(app, chat.ticketId)).find(({ body }) => body === 'o pedido')
    await eventually(() => app.test.logged.some((line) => line.includes('file not fetched')), 'a try to fail')
    expect(await shown()).toMatchObject({ mediaState: 'fetching', mediaUrl: null, mediaName: 'pedido.bin' })
    await chat.say('ainda não')
    expect(readdirSync(join(disk, 'media', '.incoming'))).toEqual([])

    rmSync(join(disk, 'ballast'))
    await eventually(async () => (await shown())?.mediaState === 'ready', 'the file to come')
    expect(await shown()).toMatchObject({ mediaSize: 300_000 })
    expect(await upload(200_000)).toMatchObject({ status: 200 })
  })
})
