// Dialogs, menus and popovers, at a desk and on a phone: axe finds nothing, and a finger finds everything.
import type { Page } from 'playwright/test'
import { createLook } from './look.ts'
import { expect, test } from './stage.ts'
import { smallTargets } from './targets.ts'
import { signIn } from './tickets-page.ts'

/** A screen, and the buttons that are pressed there one after the other. */
const layers: { path: string; press: (string | RegExp)[]; part?: string }[] = [
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
  { path: 'tags', press: [/^Buscar telas e ações/] }
]

async function lookAtLayers(page: Page, url: string, isPhone: boolean): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const look = createLook(page, found)
  for (const { path, press, part = '[role="dialog"]' } of layers) {
    const name = `/${path}: ${press.join(', ')}`
    await page.goto(`${url}/console/${path}`)
    for (const button of press) await page.getByRole('button', { name: button }).first().click()
    await expect(page.locator(part).first()).toBeVisible()
    await expect(page.locator(`${part} :is(.mantine-Skeleton-root, .mantine-Loader-root)`)).toHaveCount(0)
    await look(name, part)
    const small = isPhone ? await smallTargets(page, part) : []
    if (small.length > 0) found[name] = [...(found[name] ?? []), ...small]
  }
  return found
}

for (const [device, width, height] of [
  ['a desk', 1440, 900],
  ['a phone', 390, 844]
] as const) {
  test(`nothing is found in what opens on ${device}`, async ({ page, stage }) => {
    test.setTimeout(300_000)
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' })
    await signIn(page, stage.url, stage.company.admin)
    expect(await lookAtLayers(page, stage.url, width === 390)).toEqual({})
  })
}
