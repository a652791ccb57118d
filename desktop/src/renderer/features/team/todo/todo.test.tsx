// The to-do screen: tasks of this browser, which no server hears of.
import { beforeEach, expect, test } from 'vitest'
import { makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

beforeEach(() => localStorage.removeItem('tasks'))

const stored = () => JSON.parse(localStorage.getItem('tasks') ?? '[]') as Record<string, string>[]
function write(tasks: unknown): void {
  localStorage.setItem('tasks', JSON.stringify(tasks))
  // As another window's change is heard.
  window.dispatchEvent(new StorageEvent('storage', { key: 'tasks' }))
}
const task = (text: string, endDate: string, createdAt: string) => ({ text, endDate, createdAt, updatedAt: createdAt })

async function open() {
  startServer(makeSessionUser({ profile: 'user' }))
  const { screen } = await renderConsole('/todolist')
  const rows = () =>
    screen
      .getByRole('list', { name: 'Tarefas' })
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent)
  return {
    screen,
    rows,
    text: screen.getByRole('textbox', { name: 'Descrição' }),
    date: screen.getByLabelText('Prazo'),
    button: (name: string) => screen.getByRole('button', { name, exact: true })
  }
}

test('a task is added with its lines and its date; without one of them nothing happens', async () => {
  write([])
  const { rows, text, date, button } = await open()
  await button('Adicionar').click()
  await text.fill('Ligar para a gráfica\nPedir o orçamento')
  await button('Adicionar').click()
  expect(stored()).toEqual([])
  await date.fill('2099-03-31')
  await button('Adicionar').click()
  await expect.poll(() => stored().length).toBe(1)
  const [made] = stored()
  expect(made).toMatchObject({ text: 'Ligar para a gráfica\nPedir o orçamento', endDate: '2099-03-31' })
  expect(Object.keys(made ?? {}).toSorted()).toEqual(['createdAt', 'endDate', 'text', 'updatedAt'])
  expect(made?.['updatedAt']).toBe(made?.['createdAt'])
  await expect.element(text).toHaveValue('')
  await expect.poll(() => rows()[0]).toContain('Ligar para a gráfica\nPedir o orçamento')
})

test('tasks are listed by date, with a mark on those that are overdue, and edited in the form', async () => {
  write([
    task('Depois', '2099-12-31', '2026-01-01T10:00:00.000Z'),
    task('Antes', '2020-01-01', '2026-01-02T10:00:00.000Z')
  ])
  const { screen, rows, text, button } = await open()
  await expect.poll(() => rows().length).toBe(2)
  expect(rows()[0]).toMatch(/^Antes.*Vencida/)
  await button('Editar: Antes').click()
  await expect.element(text).toHaveValue('Antes')
  await text.fill('Agora')
  await button('Salvar').click()
  await expect.poll(() => rows()[0]).toMatch(/^Agora/)
  const saved = stored().find((one) => one['text'] === 'Agora')
  expect(saved?.['createdAt']).toBe('2026-01-02T10:00:00.000Z')
  expect(saved?.['updatedAt']).not.toBe(saved?.['createdAt'])
  await expect.element(screen.getByRole('button', { name: 'Adicionar', exact: true })).toBeVisible()
})

test('a task is deleted after a question', async () => {
  write([task('Comprar café', '2099-01-01', '2026-01-01T10:00:00.000Z')])
  const { screen, button } = await open()
  await button('Excluir: Comprar café').click()
  const question = screen.getByRole('dialog')
  await expect.element(question).toMatchTextContent('Tem certeza que deseja excluir esta tarefa?')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  expect(stored()).toHaveLength(1)
  await button('Excluir: Comprar café').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect.element(screen.getByText('Nenhum registro')).toBeVisible()
  expect(stored()).toEqual([])
})

test('what another window changes appears, and what is no task is left out', async () => {
  write('nonsense')
  const { screen, rows } = await open()
  await expect.element(screen.getByText('Nenhum registro')).toBeVisible()
  write([task('De outra janela', '2099-01-01', '2026-01-01T10:00:00.000Z'), { text: 1 }, null])
  await expect.poll(() => rows().length).toBe(1)
})
