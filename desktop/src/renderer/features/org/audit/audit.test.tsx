// The audit log: what it says of every kind of actor, its pages, its filters in the address, open entries and the sheet.
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { auditActions, auditGroupNames } from '@guiche/shared/kernel/audit-actions.ts'
import { exportAudit, listAudit, type AuditLogEntry } from '@guiche/shared/features/org/audit.ts'
import { listQueues } from '@guiche/shared/features/org/queues.ts'
import { listSettings } from '@guiche/shared/features/org/settings.ts'
import { listAllUsers } from '@guiche/shared/features/org/users.ts'
import { audit as en } from '#locales/en/audit.ts'
import { audit as es } from '#locales/es/audit.ts'
import { audit as pt } from '#locales/pt/audit.ts'
import { makeQueue, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { queryOf, readFilter } from './use-audit-filter.ts'

const ana = { kind: 'user', id: 1, name: 'Ana Souza', email: 'ana@aurora.test' } as const
const nobody = { id: null, name: null, email: null }

function makeEntry(part: Partial<AuditLogEntry> = {}): AuditLogEntry {
  return {
    number: 9,
    at: '2026-03-02T12:04:05.000Z',
    actor: ana,
    address: '203.0.113.9',
    agent: 'Chrome, Windows',
    action: 'connection.changed',
    subject: { type: 'connection', id: '3', label: 'Loja' },
    aboutCompanyId: null,
    before: { name: 'Loja velha', queueIds: [4] },
    after: { name: 'Loja', queueIds: [4, 5], greetingMessage: { hidden: true } },
    hash: 'f00d'.repeat(16),
    ...part
  }
}

async function open(entries: AuditLogEntry[] = [makeEntry()], path = '/audit', user = makeSessionUser()) {
  const server = startServer(user)
  server.on(listAudit, () => ({ entries, next: null }))
  server.on(listSettings, () => [{ key: 'auditMonths', value: '36' }])
  server.on(listQueues, () => [makeQueue({ id: 4, name: 'Vendas' })])
  server.on(listAllUsers, () => [{ id: 1, name: 'Ana Souza', profile: 'admin' as const, online: true, queues: [] }])
  const rendered = await renderConsole(path)
  const { screen } = rendered
  return { server, ...rendered, row: (text: RegExp) => screen.getByRole('row', { name: text }) }
}

/** Files that the page would have the browser save. */
function watchSaved(): string[] {
  const saved: string[] = []
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function watched(this: HTMLAnchorElement) {
    saved.push(this.download)
  }
  onTestFinished(() => void (HTMLAnchorElement.prototype.click = click))
  return saved
}

test.each([
  ['pt', pt],
  ['en', en],
  ['es', es]
])('every act has a sentence in %s, and every group a name', (_language, texts) => {
  const said = texts as Record<string, string>
  const keys = [
    ...auditActions.map((action) => `act_${action.replace('.', '_')}`),
    ...auditGroupNames.map((name) => `group_${name}`)
  ]
  expect(keys.filter((key) => (said[key] ?? '').length < 5)).toEqual([])
})

test('an entry says when, who, what, of which and from where; its subject leads to its page', async () => {
  const { screen, row, path } = await open()
  await expect
    .element(row(/02\/03\/2026 \d\d:04:05 .*Ana Souza.*Alterou uma conexão Conexão: Loja.*203\.0\.113\.9/))
    .toBeVisible()
  await expect.element(screen.getByText(/Os registros ficam guardados por 36 meses\./)).toBeVisible()
  await screen.getByRole('link', { name: 'Loja' }).click()
  await expect.poll(path).toBe('/connections')
})

test('super users, programs, strangers and the system are called what they are', async () => {
  const { row, screen } = await open([
    makeEntry({
      number: 5,
      actor: { ...ana, kind: 'super', name: 'Sofia' },
      action: 'company.changed',
      subject: { type: 'company', id: '1', label: 'Aurora' }
    }),
    makeEntry({
      number: 4,
      actor: { ...nobody, kind: 'token', id: 3 },
      action: 'contact.deleted',
      subject: { type: 'contact', id: '7', label: null }
    }),
    makeEntry({
      number: 3,
      actor: { ...nobody, kind: 'visitor' },
      action: 'login.failed',
      subject: { type: 'user', id: '1', label: 'Ana Souza' }
    }),
    makeEntry({
      number: 2,
      actor: { ...nobody, kind: 'system' },
      action: 'audit.pruned',
      subject: { type: null, id: null, label: null },
      address: null,
      agent: null
    }),
    makeEntry({ number: 1, action: 'login.succeeded', subject: { type: 'user', id: '1', label: 'Ana Souza' } })
  ])
  await expect.element(row(/Sofia Super usuário .*Alterou os dados da empresa/)).toBeVisible()
  await expect
    .element(row(/Programa \(API\) pelo token da conexão nº 3 Excluiu um contato Contato: nº 7/))
    .toBeVisible()
  await expect.element(row(/Alguém sem login Errou a senha ou o código Usuário: Ana Souza/)).toBeVisible()
  await expect.element(row(/O próprio sistema Removeu registros antigos da auditoria –/)).toBeVisible()
  // Who acted on themselves is named once, and what is gone leads nowhere.
  await expect.element(row(/Ana Souza ana@aurora\.test Entrou 203/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'nº 7' }).elements()).toEqual([])
})

test('an entry opens with the keyboard, and says before and after in the reader’s words', async () => {
  const { screen, row } = await open()
  await expect.element(row(/Alterou uma conexão/)).toBeVisible()
  ;(row(/Alterou uma conexão/).element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(row(/^Nome Loja velha Loja$/)).toBeVisible()
  await expect.element(row(/^Filas Vendas Vendas, nº 5$/)).toBeVisible()
  await expect.element(row(/^Mensagem de saudação – \(oculto\)$/)).toBeVisible()
  await expect.element(screen.getByText(/Senhas, chaves e textos não ficam na auditoria/)).toBeVisible()
  await expect.element(screen.getByText(/Registro nº 9 · Impressão do registro: f00d/)).toBeVisible()
  const button = screen.getByRole('button', { name: 'Fechar detalhes: Alterou uma conexão' })
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await button.click()
  await expect.poll(() => row(/^Nome Loja velha/).elements()).toHaveLength(0)
})

test('settings and states are called as elsewhere, and a field that nobody knows by its own name', async () => {
  const { screen, row } = await open([
    makeEntry({
      number: 3,
      action: 'setting.changed',
      subject: { type: 'setting', id: 'scheduleType', label: null },
      before: { value: 'disabled' },
      after: { value: 'queue' }
    }),
    makeEntry({
      number: 1,
      action: 'setting.changed',
      subject: { type: 'setting', id: 'hoursCloseTicketsAuto', label: null },
      before: { value: '24' },
      after: { value: '12' }
    }),
    makeEntry({
      number: 4,
      action: 'setting.changed',
      subject: { type: 'setting', id: 'messageMonths', label: null },
      before: { value: '0' },
      after: { value: '6' }
    }),
    makeEntry({
      number: 2,
      action: 'invoice.paid',
      subject: { type: 'invoice', id: '8', label: null },
      before: { status: 'open', ofTomorrow: true },
      after: { status: 'paid', ofTomorrow: null }
    })
  ])
  await screen.getByRole('button', { name: 'Ver detalhes: Mudou uma configuração' }).first().click()
  await expect.element(row(/Configuração: Gerenciamento de expediente/)).toBeVisible()
  await expect.element(row(/^Valor Desativado Por fila$/)).toBeVisible()
  await screen.getByRole('button', { name: 'Ver detalhes: Mudou uma configuração' }).first().click()
  await expect.element(row(/^Valor 24 12$/)).toBeVisible()
  await screen.getByRole('button', { name: 'Ver detalhes: Mudou uma configuração' }).last().click()
  await expect.element(row(/^Valor Nunca 6 meses$/)).toBeVisible()
  await screen.getByRole('button', { name: 'Ver detalhes: Registrou uma fatura como paga' }).click()
  await expect.element(row(/^Situação Em aberto Paga$/)).toBeVisible()
  await expect.element(row(/^ofTomorrow Sim –$/)).toBeVisible()
})

test('older pages come while one scrolls, each behind the number of the last', async () => {
  const stretch = (from: number) => Array.from({ length: 50 }, (_, index) => makeEntry({ number: from - index }))
  const { server, row, screen } = await open(stretch(120))
  server.on(listAudit, ({ query }) =>
    query.before === undefined ? { entries: stretch(120), next: 71 } : { entries: stretch(70).slice(0, 20), next: null }
  )
  await screen.getByRole('button', { name: 'Recarregar' }).click()
  await expect.poll(() => row(/Alterou uma conexão/).elements()).toHaveLength(50)
  const scroller = screen.getByRole('table', { name: 'Auditoria' }).element().parentElement
  scroller?.scrollTo(0, scroller.scrollHeight)
  await expect.poll(() => row(/Alterou uma conexão/).elements()).toHaveLength(70)
  expect(server.callsOf(listAudit).at(-1)?.query).toEqual({ before: 71 })
})

test('filters stand in the address, come from it, and are taken away together', async () => {
  const { server, screen, router } = await open(
    [makeEntry()],
    '/audit?person=1&act=connections&since=2026-03-01&until=2026-03-02'
  )
  await expect
    .poll(() => server.callsOf(listAudit).at(-1)?.query)
    .toEqual({
      actorId: 1,
      group: 'connections',
      from: new Date('2026-03-01T00:00:00').toISOString(),
      until: new Date('2026-03-03T00:00:00').toISOString()
    })
  await expect.element(screen.getByRole('combobox', { name: 'Pessoa' })).toHaveValue('Ana Souza')
  await screen.getByRole('combobox', { name: 'O que foi feito' }).click()
  await screen.getByRole('option', { name: 'Trocou a senha' }).click()
  await expect.poll(() => router.state.location.search).toContain('act=password.changed')
  await expect.poll(() => server.callsOf(listAudit).at(-1)?.query).toMatchObject({ action: 'password.changed' })
  await screen.getByRole('button', { name: 'Limpar filtros' }).click()
  await expect.poll(() => router.state.location.search).toBe('')
  await expect.poll(() => server.callsOf(listAudit).at(-1)?.query).toEqual({})
  await screen.getByRole('button', { name: 'Ver detalhes: Alterou uma conexão' }).click()
  await screen.getByRole('button', { name: 'Ver só o que Ana Souza fez' }).click()
  await expect.poll(() => router.state.location.search).toBe('?person=1')
})

test('nonsense in the address is no filter, and a day lasts until its next midnight', () => {
  const read = (search: string) => queryOf(readFilter(new URLSearchParams(search)))
  expect(read('person=-1&act=no.such&since=2026-13-45&until=yesterday')).toEqual({})
  expect(read('until=2026-10-25')).toEqual({ until: new Date('2026-10-26T00:00:00').toISOString() })
  expect(read('act=people')).toEqual({ group: 'people' })
})

test('a sheet is of what is filtered, and one that was cut says so until it is closed', async () => {
  const { server, screen } = await open([makeEntry()], '/audit?act=login.failed')
  const saved = watchSaved()
  let isCut = true
  server.on(exportAudit, () => ({
    url: 'http://localhost/media/a/auditoria.csv',
    name: 'auditoria.csv',
    count: isCut ? 100_000 : 1,
    isCut
  }))
  const button = screen.getByRole('button', { name: 'Exportar CSV' })
  await button.click()
  await expect.element(screen.getByText('100.000 registros exportados.')).toBeVisible()
  await expect.element(screen.getByText(/Uma exportação leva até 100\.000 registros, e havia mais/)).toBeVisible()
  expect(server.callsOf(exportAudit)[0]?.body).toEqual({ action: 'login.failed', language: 'pt' })
  expect(saved).toEqual(['auditoria.csv'])
  isCut = false
  await button.click()
  await expect.element(screen.getByText('1 registro exportado.')).toBeVisible()
  await expect.poll(() => screen.getByText('A planilha não tem tudo').elements()).toHaveLength(0)
})

test('a log that does not come says so and is asked for again, and an empty one says why', async () => {
  const { server, screen, row } = await open([])
  await expect.element(screen.getByText('Ainda não há nada registrado.')).toBeVisible()
  server.on(listAudit, () => {
    throw new AppError('ERR_INTERNAL')
  })
  await screen.getByRole('combobox', { name: 'O que foi feito' }).click()
  await screen.getByRole('option', { name: 'Tudo de: Exclusões' }).click()
  const retry = screen.getByRole('button', { name: 'Tentar de novo' })
  await expect.element(retry).toBeVisible()
  server.on(listAudit, () => ({ entries: [makeEntry()], next: null }))
  await retry.click()
  await expect.element(row(/Alterou uma conexão/)).toBeVisible()
})

test('admins find it in the menu and by the palette', async () => {
  const { screen } = await open()
  await expect.element(screen.getByRole('link', { name: 'Auditoria' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(screen.getByRole('dialog').getByText('Auditoria').first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
})

test('attendants have no such screen', async () => {
  const { screen, server } = await open([makeEntry()], '/audit', makeSessionUser({ profile: 'user' }))
  await expect.poll(() => screen.getByRole('heading', { name: 'Auditoria' }).elements()).toHaveLength(0)
  expect(server.callsOf(listAudit)).toEqual([])
})

test('on a phone the filters are behind a button that counts them, and a row says everything below one another', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen, row } = await open([makeEntry()], '/audit?person=1&act=connections')
  await expect
    .element(row(/Alterou uma conexão Conexão: Loja Ana Souza .*02\/03\/2026 \d\d:04:05 · 203\.0\.113\.9/))
    .toBeVisible()
  expect(screen.getByRole('combobox', { name: 'Pessoa' }).elements()).toEqual([])
  await screen.getByRole('button', { name: 'Filtros (2)' }).click()
  await expect.element(screen.getByRole('combobox', { name: 'Pessoa' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
