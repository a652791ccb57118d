// Tests of help videos: who keeps them, who sees them, and what others hear of it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createHelp,
  deleteHelp,
  helpEvent,
  listAllHelps,
  listHelps,
  updateHelp
} from '@guiche/shared/features/library/helps.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { accepted, makeCompany, makeUser, signInSuper, type Person } from '#test/fixtures/factories.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await buildTestApp()
  owner = await signInSuper(app)
})
afterAll(() => app.close())

const add = async (title: string, video = 'dQw4w9WgXcQ') =>
  accepted(app, await owner.call(createHelp, { body: { title, video, description: ' Passo a passo. ' } }))

test('a video that the super user adds is seen by everybody of every company, in the order of adding', async () => {
  const company = await makeCompany(app)
  const user = await makeUser(company)
  const [first, second] = [await add('Zerar a fila'), await add('Abrir um atendimento')]
  expect(first).toMatchObject({ title: 'Zerar a fila', video: 'dQw4w9WgXcQ', description: 'Passo a passo.' })
  const listed = (await user.call(listAllHelps)).body
  expect(listed.filter(({ id }) => [first.id, second.id].includes(id))).toEqual([first, second])
})

test('the list comes in pages and finds part of a title in any case', async () => {
  for (let n = 10; n < 33; n++) await add(`Aula ${n}`)
  const page = async (pageNumber: number) =>
    (await owner.call(listHelps, { query: { searchParam: 'AULA', pageNumber } })).body
  const [one, two] = [await page(1), await page(2)]
  expect([one.records.length, one.count, one.hasMore]).toEqual([20, 23, true])
  expect(two.records.map(({ title }) => title)).toEqual(['Aula 30', 'Aula 31', 'Aula 32'])
  expect(two.hasMore).toBe(false)
})

test('a video is a code or a link that holds one, and a title is needed', async () => {
  const link = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
  expect((await add('Com link', link)).video).toBe(link)
  const refused = await owner.call(createHelp, { body: { title: ' ', video: 'isto não é um vídeo', description: '' } })
  expect(refused).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
  expect(refused.refusal?.fields).toEqual({ title: 'Obrigatório', video: 'ERR_VIDEO_INVALID' })
})

test('a changed or deleted one is told to the people of every company, and a gone one is said to be gone', async () => {
  const [company, other] = [await makeCompany(app), await makeCompany(app)]
  const sockets = [await company.admin.connect(), await other.admin.connect()]
  const { id } = await add('Primeiros passos')
  const body = { title: 'Primeiro dia', video: 'abcdefghijk', description: '', language: 'es' } as const
  const changed = accepted(app, await owner.call(updateHelp, { params: { id }, body }))
  expect(changed.language).toBe('es')
  accepted(app, await owner.call(deleteHelp, { params: { id } }))
  for (const socket of sockets) {
    const mine = () =>
      socket.of(helpEvent).filter((event) => (event.action === 'delete' ? event.id : event.record.id) === id)
    await eventually(() => mine().length === 3, 'three events of the help')
    expect(mine().map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
    expect(mine()[1]).toMatchObject({ action: 'update', record: changed })
  }
  const answers = [
    await owner.call(updateHelp, { params: { id }, body }),
    await owner.call(deleteHelp, { params: { id } })
  ]
  expect(answers.map(({ error }) => error)).toEqual(['ERR_NO_HELP_FOUND', 'ERR_NO_HELP_FOUND'])
})
