// Replies from notifications: they outlive the app, go out in their writer's name alone, and are never just gone.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSnapshotStore } from '../offline/snapshot-store.ts'
import { createReplies } from './replies.ts'
import { memoryStorage } from '../login/secret-storage.ts'
import { createSecureStore } from '../login/secure-store.ts'
import { memoryLog } from '../testing/memory-settings.ts'

const server = 'https://desk.example'
const ana = { companyId: 1, userId: 1 }
const bia = { companyId: 1, userId: 2 }
const ofAna = { ...ana, server }
const ofBia = { ...bia, server }
const ticket = 'a3c1b5c2-4b1d-4a53-9d4e-2f6f3f1f8a11'
const other = 'b3c1b5c2-4b1d-4a53-9d4e-2f6f3f1f8a22'

function build() {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-replies-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const keychain = { ...memoryStorage(), kind: 'keychain' as const }
  const state = { server, isKept: true }
  const said: string[] = []
  const log = memoryLog()
  /** The app as it is after another start. */
  const start = () => {
    const secrets = createSecureStore([keychain, memoryStorage()], log)
    const kept = createSnapshotStore({ folder, server: () => state.server, secrets, log })
    const replies = createReplies({
      kept,
      isKept: () => state.isKept,
      tell: () => said.push('told'),
      sayWaiting: (text) => said.push(`waits: ${text}`),
      sayRefused: (text) => said.push(`refused: ${text}`),
      log
    })
    const textsOf = async (owner: typeof ofAna) => (await replies.list(owner)).map(({ text }) => text)
    return { ...kept, ...replies, textsOf }
  }
  const disk = () =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'))
      .join()
  return { state, said, start, disk }
}

test('a reply waits sealed over a restart, in its order, until the console drops it', async () => {
  const { start, said, disk } = build()
  const app = start()
  await app.signedIn(ana)
  await app.noteShown(ticket)
  await app.add(ticket, 7, 'Bom dia')
  await app.add(other, null, 'Já vou')
  expect(said).toEqual(['told', 'told'])
  expect(disk()).not.toMatch(/Bom dia|vou/)
  const again = start()
  const [first] = await again.list(ofAna)
  expect(first).toMatchObject({ ticket, ticketId: 7, text: 'Bom dia' })
  expect(await again.textsOf(ofAna)).toEqual(['Bom dia', 'Já vou'])
  await again.drop(ofAna, first?.id ?? '')
  expect(await start().textsOf(ofAna)).toEqual(['Já vou'])
})

test('a reply to what was shown to somebody else waits for them, and is in nobody else’s name', async () => {
  const { start, said } = build()
  const app = start()
  await app.signedIn(ana)
  await app.noteShown(ticket)
  await app.signedOut()
  await app.signedIn(bia)
  await app.add(ticket, 7, 'Bom dia')
  expect(said).toEqual(['waits: Bom dia'])
  expect(await app.textsOf(ofBia)).toEqual([])
  expect(await app.textsOf(ofAna)).toEqual([])
  await app.signedIn(ana)
  expect(await app.textsOf(ofAna)).toEqual(['Bom dia'])
})

test('a server that is no longer in use hands out no replies', async () => {
  const { start, state } = build()
  const app = start()
  await app.signedIn(ana)
  await app.add(ticket, 7, 'Bom dia')
  state.server = 'https://other.example'
  await app.signedIn(ana)
  expect(await app.textsOf(ofAna)).toEqual([])
  expect(await app.textsOf({ ...ana, server: state.server })).toEqual([])
})

test('what came before the keychain has said whose login it is waits for that, and is shown when it is over', async () => {
  const { start, said, state } = build()
  const app = start()
  await app.add(ticket, null, 'Bom dia')
  await app.signedIn(ana)
  await app.settle()
  expect(await app.textsOf(ofAna)).toEqual(['Bom dia'])
  await app.signedOut()
  await app.add(ticket, null, 'Já vou')
  app.giveUp()
  state.isKept = false
  await app.add(ticket, null, 'Até logo')
  expect(said).toEqual(['told', 'refused: Já vou', 'refused: Até logo'])
})
