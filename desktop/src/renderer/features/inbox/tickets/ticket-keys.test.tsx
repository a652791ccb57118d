// The ticket screen by keyboard, and in a narrow window.
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { makeMessage, pixel, uuidOf } from '#test/inbox-factories.ts'
import { named, openList, pending } from '#test/open-list.ts'

describe('the keyboard', () => {
  const tickets = [3, 2, 1].map((id) => named(id, `Cliente ${id}`))

  test('J, K and the arrows move, Enter opens, Escape leads back', async () => {
    const { row, path, screen } = await openList({ tickets })
    await expect.element(row(/Cliente 3/)).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(row(/Cliente 3/)).toHaveFocus()
    await userEvent.keyboard('j{ArrowDown}k')
    await expect.element(row(/Cliente 2/)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(path).toBe(`/tickets/${uuidOf(2)}`)
    await expect.element(screen.getByLabelText('Mensagem para Cliente 2')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(row(/Cliente 2/)).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.poll(path).toBe('/tickets')
  })

  test('A accepts, R resolves and T transfers the open ticket, but not while one writes', async () => {
    const { screen, server, path, row } = await openList(
      { tickets: [named(1, 'Maria', pending)] },
      `/tickets/${uuidOf(1)}`
    )
    await expect.element(screen.getByPlaceholder('Aceite o atendimento para responder')).toBeVisible()
    await userEvent.keyboard('a')
    await expect.element(screen.getByText('Atribuído a Ana Souza')).toBeVisible()
    await expect.element(screen.getByLabelText('Mensagem para Maria')).toHaveFocus()
    await userEvent.keyboard('r')
    await expect.element(screen.getByLabelText('Mensagem para Maria')).toHaveValue('r')
    await userEvent.keyboard('{Backspace}{Escape}')
    await expect.element(row(/Maria/)).toHaveFocus()
    await userEvent.keyboard('t')
    await expect.element(screen.getByRole('dialog', { name: 'Transferir atendimento' })).toBeVisible()
    // The first one closes the choices.
    await userEvent.keyboard('{Escape}{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await userEvent.keyboard('l')
    await expect.element(screen.getByRole('dialog', { name: 'Editar tags' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await userEvent.keyboard('r')
    await expect.poll(path).toBe('/tickets')
    expect(server.callsOf(updateTicket).map(({ body }) => (body as { status: string }).status)).toEqual([
      'open',
      'closed'
    ])
  })
})

test('after resolving the next ticket is open and has the focus, at the end the one above, and then the list', async () => {
  const tickets = [3, 2, 1].map((id) => named(id, `Cliente ${id}`))
  const { screen, path } = await openList({ tickets }, `/tickets/${uuidOf(2)}`)
  const field = (id: number) => screen.getByLabelText(`Mensagem para Cliente ${id}`)
  await expect.element(field(2)).toHaveFocus()
  await screen.getByRole('button', { name: 'Resolver', exact: true }).click()
  await expect.poll(path).toBe(`/tickets/${uuidOf(1)}`)
  await expect.element(field(1)).toHaveFocus()
  await screen.getByRole('button', { name: 'Resolver', exact: true }).click()
  await expect.poll(path).toBe(`/tickets/${uuidOf(3)}`)
  await expect.element(field(3)).toHaveFocus()
  await screen.getByRole('button', { name: 'Resolver', exact: true }).click()
  await expect.poll(path).toBe('/tickets')
})

test('the palette has the actions of the open ticket, and no other screen’s', async () => {
  const { screen, path, router } = await openList({ tickets: [named(1, 'Maria')] }, `/tickets/${uuidOf(1)}`)
  await expect.element(screen.getByLabelText('Mensagem para Maria')).toHaveFocus()
  await userEvent.keyboard('{Control>}k{/Control}')
  const search = screen.getByLabelText('Aonde ir ou o que fazer?')
  await search.fill('transf')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog', { name: 'Transferir atendimento' })).toBeVisible()
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await router.navigate('/tickets')
  await expect.poll(path).toBe('/tickets')
  await userEvent.keyboard('{Control>}k{/Control}')
  await search.fill('transf')
  await expect.element(screen.getByText('Nada encontrado')).toBeVisible()
})

test('numbers open the parts and tabs, N a note, M the message field', async () => {
  const { screen, row } = await openList(
    { tickets: [named(1, 'Maria'), named(2, 'João', pending)] },
    `/tickets/${uuidOf(1)}`
  )
  await expect.element(screen.getByLabelText('Mensagem para Maria')).toHaveFocus()
  await userEvent.keyboard('{Escape}2')
  await expect.element(row(/João/)).toBeVisible()
  await userEvent.keyboard('3')
  await expect.element(screen.getByRole('tab', { name: 'Fechados' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('1')
  await expect.element(row(/Maria/)).toBeVisible()
  await userEvent.keyboard('n')
  await expect.element(screen.getByLabelText('Observação sobre Maria')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByLabelText('Mensagem para Maria')).toHaveFocus()
  ;(document.activeElement as HTMLElement | null)?.blur()
  await userEvent.keyboard('m')
  await expect.element(screen.getByLabelText('Mensagem para Maria')).toHaveFocus()
})

test('the keys of the list count right after a choice above it was clicked', async () => {
  const { screen, row } = await openList({ tickets: [named(1, 'Maria', pending), named(2, 'João', pending)] })
  await screen.getByText(/^Aguardando/).click()
  await expect.element(row(/Maria/)).toBeVisible()
  await userEvent.keyboard('j')
  await expect.poll(() => document.activeElement?.getAttribute('href')).toMatch(/tickets/)
})

test('Escape closes what lies over the conversation, and the conversation stays', async () => {
  const messages = [
    makeMessage(1, {
      mediaType: 'image',
      mediaUrl: pixel,
      mediaState: 'ready',
      width: 800,
      height: 600,
      body: ''
    })
  ]
  const { screen, path } = await openList({ tickets: [named(1, 'Maria')], messages }, `/tickets/${uuidOf(1)}`)
  for (const name of ['Mais ações', 'Editar tags', 'Opções da mensagem']) {
    await screen.getByRole('button', { name }).click()
    await expect.poll(() => document.querySelectorAll('[role="menu"], [role="dialog"]').length).toBe(1)
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelectorAll('[role="menu"], [role="dialog"]').length).toBe(0)
    expect(path()).toBe(`/tickets/${uuidOf(1)}`)
  }
  await screen.getByRole('button', { name: 'Abrir imagem' }).click()
  await expect.element(screen.getByRole('button', { name: 'Fechar' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: 'Fechar' })).not.toBeInTheDocument()
  expect(path()).toBe(`/tickets/${uuidOf(1)}`)
  await userEvent.keyboard('{Escape}')
  await expect.poll(path).toBe('/tickets')
})

test('narrow windows have the two bottom tabs, and nothing scrolls sideways', async () => {
  await page.viewport(390, 844)
  const { screen, row } = await openList({ tickets: [named(1, 'Maria')] })
  await expect.element(row(/Maria/)).toBeVisible()
  await row(/Maria/).click()
  await expect.element(screen.getByLabelText('Mensagem para Maria')).toBeVisible()
  await expect.element(screen.getByRole('tab', { name: 'Ticket' })).toHaveAttribute('aria-selected', 'true')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await screen.getByRole('tab', { name: 'Atendimentos' }).click()
  await expect.element(row(/Maria/)).toBeVisible()
  await page.viewport(1280, 800)
})
