// The tags screen, as attendants use it.
import { expect, onTestFinished, test } from 'vitest'
import { page as screenPage } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  createTag,
  deleteTag,
  listTags,
  showTag,
  tagEvent,
  tagUsesEvent,
  updateTag,
  type TagRow
} from '@guiche/shared/features/inbox/tags.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { tagRows } from './tag-rows.store.ts'

function makeTag(part: Partial<TagRow> = {}): TagRow {
  return {
    id: 1,
    name: 'Orçamento',
    color: '#2f9e44',
    kanban: 0,
    userId: 1,
    companyId,
    ticketsCount: 12,
    ...part
  }
}

async function open(tags: TagRow[]) {
  const server = startServer(makeSessionUser({ profile: 'user' }))
  server.on(listTags, ({ query }) => {
    const found = tags.filter(({ name }) => name.toLowerCase().includes(query.searchParam))
    return { tags: found, count: found.length, hasMore: false }
  })
  const { screen } = await renderConsole('/tags')
  const button = (name: string) => screen.getByRole('button', { name }).first()
  const row = (name: string) => screen.getByRole('row', { name: new RegExp(name) })
  return { server, screen, button, row, name: screen.getByRole('textbox', { name: 'Nome' }) }
}

test('on a phone the table is no wider than the window, whatever a tag is called', async () => {
  const { innerWidth, innerHeight } = window
  await screenPage.viewport(390, 844)
  onTestFinished(() => screenPage.viewport(innerWidth, innerHeight))
  const { screen, row } = await open([
    makeTag({ name: 'Orçamento que espera resposta '.repeat(2), ticketsCount: 1234 })
  ])
  await expect.element(row('Orçamento')).toBeVisible()
  const scroller = screen.getByRole('table').element().parentElement
  expect(scroller?.scrollWidth).toBe(scroller?.clientWidth)
})

test('a tag is added with a name and a colour; a short name is refused before anything is sent', async () => {
  const { server, screen, button, row, name } = await open([])
  server.on(createTag, ({ body }) => ({ ...makeTag({ id: 2 }), name: body.name, color: body.color }))
  await button('Adicionar tag').click()
  await button('Salvar').click()
  await expect.element(name).toHaveAccessibleDescription('Obrigatório')
  await name.fill('ab')
  await button('Salvar').click()
  await expect.element(name).toHaveAccessibleDescription('Mensagem muito curta')
  expect(server.callsOf(createTag)).toHaveLength(0)
  await name.fill('Garantia')
  await screen.getByRole('radio', { name: 'azul', exact: true }).click()
  await button('Salvar').click()
  await expect.element(screen.getByText('Tag salva com sucesso.')).toBeVisible()
  expect(server.callsOf(createTag)[0]?.body).toMatchObject({ name: 'Garantia', color: '#1971c2' })
  await expect.element(row('Garantia')).toBeVisible()
})

test('an edited tag keeps its count; a name that is taken is said beside the field', async () => {
  const { server, button, row, name } = await open([makeTag()])
  server.on(updateTag, () => {
    throw new AppError('ERR_TAG_NAME_ALREADY_EXISTS', { fields: { name: 'ERR_TAG_NAME_ALREADY_EXISTS' } })
  })
  await button('Editar: Orçamento').click()
  await name.fill('Garantia')
  await button('Salvar').click()
  await expect.element(name).toHaveAccessibleDescription('Já existe uma tag com este nome.')
  const { ticketsCount: _, ...saved } = makeTag({ name: 'Cotação' })
  server.on(updateTag, () => saved)
  await name.fill('Cotação')
  await button('Salvar').click()
  await expect.element(row('Cotação').getByRole('cell', { name: '12' })).toBeVisible()
})

test('a tag is deleted after a question that says what stays', async () => {
  const { server, screen, button, row } = await open([makeTag()])
  server.on(deleteTag, () => ({ message: 'ok' }))
  await button('Excluir: Orçamento').click()
  const question = screen.getByRole('dialog', { name: 'Excluir Orçamento?' })
  await expect.element(question.getByText(/12 atendimentos têm esta tag/)).toBeVisible()
  await question.getByRole('button', { name: 'Excluir' }).click()
  await expect.element(screen.getByText('Tag excluída com sucesso.')).toBeVisible()
  await expect.poll(() => row('Orçamento').elements()).toHaveLength(0)
})

test('changes of others appear by themselves, and a search finds part of a name', async () => {
  const { server, screen, row } = await open([makeTag(), makeTag({ id: 2, name: 'Garantia', ticketsCount: 0 })])
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await expect.element(row('Garantia')).toBeVisible()
  server.line.emit(tagEvent, companyId, { action: 'update', tag: makeTag({ name: 'Orçamentos' }) }, 1)
  server.line.emit(tagEvent, companyId, { action: 'create', tag: makeTag({ id: 3, name: 'Retorno' }) }, 2)
  server.line.emit(tagEvent, companyId, { action: 'delete', tagId: 2 }, 3)
  await expect.element(row('Orçamentos').getByRole('cell', { name: '12' })).toBeVisible()
  await expect.element(row('Retorno')).toBeVisible()
  await expect.poll(() => row('Garantia').elements()).toHaveLength(0)
  server.on(showTag, ({ params }) => makeTag({ id: params.id, name: 'Orçamentos', ticketsCount: 13 }))
  server.line.emit(tagUsesEvent, companyId, { tagIds: [1, 99] }, 4)
  await expect.element(row('Orçamentos').getByRole('cell', { name: '13' })).toBeVisible()
  expect(server.callsOf(showTag).map(({ params }) => params)).toEqual([{ id: 1 }])
  await screen.getByRole('searchbox', { name: 'Buscar tags' }).fill('ORÇA')
  await expect.poll(() => row('Retorno').elements()).toHaveLength(0)
  expect(server.callsOf(listTags).at(-1)?.query).toMatchObject({ searchParam: 'orça' })
})

test('a tag of a page that is not loaded stays there when a colleague changes it, and is not counted twice', async () => {
  const { server, row } = await open([])
  const page = Array.from({ length: 20 }, (_, index) => makeTag({ id: index + 1, name: `B${index + 10}` }))
  server.on(listTags, () => ({ tags: page, count: 50, hasMore: true }))
  await tagRows.refresh()
  await expect.element(row('B10')).toBeVisible()
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  server.line.emit(tagEvent, companyId, { action: 'update', tag: makeTag({ id: 45, name: 'Azul' }) }, 1)
  server.line.emit(tagEvent, companyId, { action: 'create', tag: makeTag({ id: 51, name: 'Amarelo' }) }, 2)
  await expect.element(row('Amarelo')).toBeInTheDocument()
  expect(row('Azul').elements()).toHaveLength(0)
  expect(tagRows.use.getState().count).toBe(51)
})
