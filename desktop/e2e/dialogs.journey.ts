// Dialogs, menus and popovers, at a desk and on a phone: axe finds nothing, and a finger finds everything.
import type { Page } from 'playwright/test'
import { createLook } from './look.ts'
import { expect, test, type Stage } from './stage.ts'
import { smallTargets } from './targets.ts'
import { TicketsPage, signIn } from './tickets-page.ts'

interface Layer {
  path: string
  /** Buttons and entries of menus, one after the other. */
  press: (string | RegExp)[]
  part?: string
}

const companyLayers: Layer[] = [
  { path: '', press: [/^Data inicial e final/] },
  { path: 'queues', press: ['Adicionar fila'] },
  { path: 'tags', press: ['Adicionar tag'] },
  { path: 'users', press: ['Convidar'] },
  { path: 'users', press: ['Excluir: Bruno Castro'] },
  { path: 'contacts', press: ['Importar, exportar, unir'], part: '[role="menu"]' },
  { path: 'quick-messages', press: ['Adicionar resposta rápida', 'Emojis'] },
  { path: 'quick-messages', press: ['Adicionar resposta rápida', 'Inserir variável'], part: '[role="menu"]' },
  { path: 'kanban', press: ['Adicionar coluna'] },
  { path: 'schedules', press: ['Novo agendamento'] },
  { path: 'tags', press: ['Sua conta'] },
  { path: 'tags', press: [/^Informativos/] },
  { path: 'tags', press: ['Notificações'] },
  { path: 'tags', press: [/^Buscar telas e ações/] },
  { path: 'connections', press: ['Adicionar conexão'] },
  { path: 'contacts', press: ['Adicionar contato'] },
  { path: 'prompts', press: ['Adicionar prompt'] },
  { path: 'queue-integration', press: ['Adicionar integração'] },
  { path: 'roles', press: ['Adicionar função'] }
]

/** What only the super user opens. */
const ownersLayers: Layer[] = [
  { path: 'companies', press: ['Nova empresa'] },
  { path: 'plans', press: ['Novo plano'] },
  { path: 'invoices', press: ['Nova fatura'] },
  { path: 'announcements', press: ['Adicionar informativo'] }
]

/** What opens over a conversation. */
function ticketLayers(path: string, isPhone: boolean): Layer[] {
  return [
    // Without room one is in the menu, the other beside what is known of the person.
    { path, press: isPhone ? ['Mais ações', 'Transferir'] : ['Transferir'] },
    { path, press: isPhone ? ['Dados do contato', 'Editar tags'] : ['Editar tags'] },
    { path, press: ['Mais ações', 'Agendar mensagem'] },
    { path, press: ['Dados do contato'], part: '[aria-label="Dados do contato"]' },
    { path, press: ['Opções da mensagem'], part: '[role="menu"]' },
    { path, press: ['Opções da mensagem', 'Encaminhar'] },
    { path: 'tickets', press: [/^Filtros/] }
  ]
}

const isPhone = (page: Page): boolean => page.viewportSize()?.width === 390

async function openLayer(page: Page, press: Layer['press'], part: string): Promise<void> {
  for (const name of press) {
    const button = page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).or(page.getByTitle(name))
    // At a desk it is seen only under the pointer.
    await button.first().click({ force: name === 'Opções da mensagem' && !isPhone(page) })
  }
  await expect(page.locator(part).first()).toBeVisible()
  await expect(page.locator(`${part} :is(.mantine-Skeleton-root, .mantine-Loader-root)`)).toHaveCount(0)
}

/** Opens each on a page of its own, and adds what was found. */
async function lookAtLayers(page: Page, url: string, layers: Layer[], found: Record<string, string[]>): Promise<void> {
  const look = createLook(page, found)
  for (const { path, press, part = '[role="dialog"]' } of layers) {
    const name = `/${path}: ${press.join(', ')}`
    await page.goto(`${url}/console/${path}`)
    await openLayer(page, press, part)
    await look(name, part)
    const small = isPhone(page) ? await smallTargets(page, part) : []
    if (small.length > 0) found[name] = [...(found[name] ?? []), ...small]
  }
}

/** A customer who has been accepted; answers with the address of the conversation. */
async function startConversation(page: Page, { url, phones, company }: Stage, name: string): Promise<string> {
  const phone = await company.pair(phones, `Balcão ${name}`, [company.queues.vendas])
  await phones.write(phone, await phones.addCustomer(name), 'Bom dia, vocês abrem hoje?')
  await page.goto(`${url}/console/tickets`)
  await new TicketsPage(page).accept(name)
  return new URL(page.url()).pathname.replace('/console/', '')
}

for (const [device, width, height, customer] of [
  ['a desk', 1440, 900, 'Sílvia Prado'],
  ['a phone', 390, 844, 'Tadeu Lins']
] as const) {
  test(`nothing is found in what opens on ${device}`, async ({ page, stage }) => {
    test.setTimeout(600_000)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    const found: Record<string, string[]> = {}
    await signIn(page, stage.url, stage.company.admin)
    await lookAtLayers(page, stage.url, companyLayers, found)
    const path = await startConversation(page, stage, customer)
    await lookAtLayers(page, stage.url, ticketLayers(path, isPhone(page)), found)
    expect(found).toEqual({})
  })

  test(`nothing is found in what opens for the super user on ${device}`, async ({ page, stage }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    const found: Record<string, string[]> = {}
    await signIn(page, stage.url, stage.owner)
    await lookAtLayers(page, stage.url, ownersLayers, found)
    expect(found).toEqual({})
  })
}
