// A company leaves and arrives: the key that is told once, the download, what is sent, and what is in the way.
import { expect, test } from 'vitest'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import {
  deleteCompanyArchive,
  listCompanyArchives,
  openCompanyArchive,
  sendCompanyArchive,
  startCompanyExport,
  startCompanyImport,
  type CompanyArchive
} from '@guiche/shared/features/org/company-archives.ts'
import { listCompanyOverviews } from '@guiche/shared/features/org/company-overviews.ts'
import { startCompanyPage } from '#test/company-page.ts'
import { renderConsole } from '#test/render-console.tsx'

const at = '2026-03-02T12:00:00.000Z'
const identity = 'AGE-SECRET-KEY-1QQPQGPV9L3S5VLEZC7H4J2M8XK0TUND6RWYFA'

function makeArchive(part: Partial<CompanyArchive> = {}): CompanyArchive {
  return {
    id: 5,
    kind: 'export',
    companyId: 41,
    name: 'Floricultura Sul',
    status: 'running',
    failure: null,
    detail: '',
    done: 5_000_000,
    size: 0,
    userName: 'Super',
    createdAt: at,
    finishedAt: null,
    expiresAt: null,
    ...part
  }
}
const ready = makeArchive({ status: 'done', size: 9_000_000, expiresAt: '2026-03-09T12:00:00.000Z' })

async function open(path: string, records: CompanyArchive[]) {
  const server = startCompanyPage()
  const state = { records }
  server.on(listCompanyArchives, () => ({ records: state.records }))
  server.on(listCompanyOverviews, () => ({
    companies: [],
    count: 0,
    hasMore: false,
    figures: { all: 0, active: 0, dueSoon: 0, overdue: 0, trial: 0, blocked: 0 }
  }))
  const { screen } = await renderConsole(path)
  const button = (name: string | RegExp) => screen.getByRole('button', { name, exact: typeof name === 'string' })
  return { server, screen, state, button }
}

test('the key of an archive is shown this once, and the file is handed out with the own password', async () => {
  const { server, screen, state, button } = await open('/companies/41', [])
  server.on(startCompanyExport, () => {
    state.records = [makeArchive()]
    return { archive: makeArchive(), identity }
  })
  await button('Exportar empresa…').click()
  await button('Exportar').click()
  expect(server.callsOf(startCompanyExport).at(-1)?.body).toEqual({ companyId: 41 })
  await expect.element(screen.getByLabelText('Chave do arquivo')).toHaveValue(identity)
  await button('Guardei a chave').click()
  await expect.element(screen.getByText(/Em andamento: 5/)).toBeVisible()
  state.records = [ready]
  await expect.element(screen.getByText(/Pronto: 9/)).toBeVisible()
  await expect.poll(() => document.body.textContent).not.toContain('AGE-SECRET-KEY')
  server.on(openCompanyArchive, ({ body }) => {
    if (!body.currentPassword) throw new AppError('ERR_CURRENT_PASSWORD_REQUIRED')
    return { url: 'data:application/octet-stream,x', name: 'guiche-empresa-41.age' }
  })
  await button('Baixar').click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Baixar' }).click()
  await screen.getByLabelText(/^Sua senha/).fill('Senha-123')
  await screen.getByRole('dialog').getByRole('button', { name: 'Baixar' }).click()
  await expect.poll(() => server.callsOf(openCompanyArchive).at(-1)?.body).toEqual({ currentPassword: 'Senha-123' })
})

test('an own public key is asked for and looked at', async () => {
  const { server, screen, button } = await open('/companies/41', [])
  server.on(startCompanyExport, () => ({ archive: makeArchive(), identity: null }))
  await button('Exportar empresa…').click()
  await screen.getByRole('radio', { name: /que já tenho/ }).click()
  await screen.getByLabelText(/^Chave pública/).fill('chave errada')
  await button('Exportar').click()
  await expect.element(screen.getByText('Uma chave pública começa com age1.')).toBeVisible()
  await screen.getByLabelText(/^Chave pública/).fill(' age1abc ')
  await button('Exportar').click()
  await expect
    .poll(() => server.callsOf(startCompanyExport).at(-1)?.body)
    .toEqual({ companyId: 41, recipient: 'age1abc' })
})

test('an archive is sent, taken in with its key, and says what is in the way', async () => {
  const { server, screen, state, button } = await open('/companies', [])
  const sent = makeArchive({ id: 9, kind: 'import', companyId: null, name: 'sul.age', status: 'sent', size: 9_000_000 })
  server.on(sendCompanyArchive, () => {
    state.records = [sent]
    return sent
  })
  server.on(startCompanyImport, () => {
    state.records = [{ ...sent, status: 'failed' as const, failure: 'people' as const, detail: 'ana@sul.demo' }]
    return sent
  })
  await button('Importar empresa').click()
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  const files = new DataTransfer()
  files.items.add(new File(['age-encryption.org/v1'], 'sul.age'))
  if (!input) throw new Error('there is no input for files')
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await screen.getByLabelText(/^Chave do arquivo/).fill('nada')
  const submit = () =>
    screen.getByRole('dialog', { name: 'Importar sul.age' }).getByRole('button', { name: 'Importar…' })
  await submit().click()
  await expect.element(screen.getByText('A chave começa com AGE-SECRET-KEY-.')).toBeVisible()
  await screen.getByLabelText(/^Chave do arquivo/).fill(identity)
  await submit().click()
  await expect
    .poll(() => server.callsOf(startCompanyImport).at(-1)?.body)
    .toMatchObject({ identity, withBilling: false, name: '', plan: '' })
  await expect.element(screen.getByText('Já existe login aqui para: ana@sul.demo. Nada foi importado.')).toBeVisible()
  server.on(deleteCompanyArchive, () => {
    state.records = []
    return { message: 'Archive deleted' }
  })
  await screen.getByRole('listitem', { name: 'sul.age' }).getByRole('button', { name: 'Excluir' }).click()
  await expect.poll(() => screen.getByRole('listitem', { name: 'sul.age' }).elements()).toHaveLength(0)
})
