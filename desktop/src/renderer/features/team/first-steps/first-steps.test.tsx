// The list of first steps, as the admin of a new company meets it.
import { expect, test } from 'vitest'
import { queueEvent } from '@guiche/shared/features/org/queues.ts'
import { firstSteps, showFirstSteps, type FirstStep } from '@guiche/shared/features/team/first-steps.ts'
import { companyId, makeQueue, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

async function open(done: FirstStep[], { createdAt = new Date().toISOString(), profile = 'admin' as const } = {}) {
  localStorage.removeItem('firstSteps')
  const user = makeSessionUser()
  const server = startServer({ ...user, profile, company: { ...user.company, createdAt } })
  const facts = { done }
  server.on(showFirstSteps, () => facts)
  const { screen, path } = await renderConsole('/')
  return { server, screen, path, facts, list: screen.getByRole('region', { name: 'Primeiros passos' }) }
}

test('it says what is done, ticks itself when something changes, and leads to each screen', async () => {
  const { server, path, facts, list } = await open(['number'])
  await expect.element(list.getByText('1 de 6 prontos')).toBeVisible()
  await expect.element(list.getByRole('link', { name: /^Pronto Conecte o seu número/ })).toBeVisible()
  facts.done = ['number', 'queue']
  server.line.emit(queueEvent, companyId, { action: 'update', queue: makeQueue() })
  await expect.element(list.getByText('2 de 6 prontos')).toBeVisible()
  await list.getByRole('link', { name: /Convide a equipe/ }).click()
  await expect.poll(path).toBe('/users')
})

test('it is put away, and found again in the menu of the person', async () => {
  const { screen, list } = await open([])
  await list.getByRole('button', { name: 'Guardar a lista' }).click()
  await expect.element(list).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByRole('button', { name: 'Primeiros passos' }).click()
  await expect.element(list.getByText('0 de 6 prontos')).toBeVisible()
})

test('a company that is set up, or long there, sees nothing of it', async () => {
  const { server, screen, list } = await open([...firstSteps])
  await expect.poll(() => server.callsOf(showFirstSteps).length).toBeGreaterThan(0)
  await expect.element(screen.getByRole('heading', { name: 'Painel' })).toBeVisible()
  await expect.element(list).not.toBeInTheDocument()
})

test('in a company of years the list shows only where it is asked for', async () => {
  const { server, screen, list } = await open(['number'], { createdAt: '2020-01-01T12:00:00.000Z' })
  await expect.poll(() => server.callsOf(showFirstSteps).length).toBeGreaterThan(0)
  await expect.element(list).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Sua conta' }).click()
  await screen.getByRole('button', { name: 'Primeiros passos' }).click()
  await expect.element(list).toBeVisible()
})
