// The campaigns screens: writing one, sending it, following its report, and the settings that pace it.
import { expect, test } from 'vitest'
import { userEvent, type Locator } from 'vitest/browser'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { listAllTags } from '@guiche/shared/features/inbox/tags.ts'
import { listFileLists, type FileList } from '@guiche/shared/features/library/file-lists.ts'
import {
  addCampaignOptOut,
  listCampaignOptOuts,
  takeBackCampaignOptOut
} from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import * as contract from '@guiche/shared/features/outreach/campaigns.ts'
import {
  listAllContactLists,
  listContactListItems,
  showContactList
} from '@guiche/shared/features/outreach/contact-lists.ts'
import type { PermissionKey } from '@guiche/shared/kernel/access.ts'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { companyId, laidOver, makeConnection, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'

const at = '2026-11-20T12:00:00.000Z'
const figures = {
  valid: 0,
  unchecked: 0,
  waiting: 0,
  asked: 0,
  confirmed: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  answered: 0,
  skipped: 0,
  failed: 0
}
const zero = { ...figures, firstContactsLeft: null as number | null }

const leaflets: FileList = {
  id: 4,
  name: 'Cardápio',
  message: 'O cardápio, {nome}.',
  options: [
    {
      id: 1,
      name: 'Preços de inverno',
      path: 'x/cardapio.pdf',
      mediaType: 'application',
      fileName: 'cardapio.pdf',
      size: 9
    }
  ],
  userId: null,
  companyId,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z'
}

function makeCampaign(part: Partial<contract.Campaign> = {}): contract.Campaign {
  return {
    id: 5,
    name: 'Volta do inverno',
    status: 'INATIVA',
    stopReason: null,
    hasFailed: false,
    confirmation: false,
    message1: 'Oi, {nome}! A sopa voltou.',
    contactListId: 3,
    contactList: { id: 3, name: 'Clientes do inverno' },
    tagListId: null,
    whatsappId: 1,
    whatsapp: { id: 1, name: 'Loja centro' },
    fileListId: null,
    scheduledAt: null,
    completedAt: null,
    mediaPath: null,
    mediaName: null,
    companyId,
    createdAt: at,
    updatedAt: at,
    ...part
  }
}

function makeRecipient(part: object) {
  return {
    id: 1,
    name: 'Ana Lima',
    number: '5511987654321',
    state: 'waiting' as contract.RecipientState,
    reason: null as string | null,
    sentAt: null as string | null,
    deliveredAt: null as string | null,
    confirmationRequestedAt: null,
    confirmedAt: null,
    ...part
  }
}

function settingRows(part: Partial<contract.CampaignSettings> = {}) {
  return Object.entries({ ...contract.campaignDefaults, ...part }).map(([key, value]) => ({
    key,
    value: JSON.stringify(value)
  }))
}

/** A company that writes campaigns, with a list of two people. */
function start(
  records: contract.Campaign[] = [],
  profile: 'admin' | 'user' = 'user',
  timeZone = 'America/Sao_Paulo',
  rights?: PermissionKey[]
) {
  const role = rights && { id: 9, name: 'Consulta', permissions: rights }
  const plain = makeSessionUser({ profile, ...(role && { role }) })
  const settings = [{ key: 'campaignsEnabled', value: 'true' }]
  const server = startServer({ ...plain, company: { ...plain.company, settings, timeZone } })
  const person = {
    number: '5511987654321',
    email: '',
    isWhatsappValid: true,
    checkedAt: at,
    companyId,
    contactListId: 3
  }
  const people = [
    { ...person, id: 1, name: 'Ana Lima' },
    { ...person, id: 2, name: 'Rui Prado', number: '5511912345678' }
  ]
  server.on(contract.listCampaigns, () => ({ records, count: records.length, hasMore: false }))
  server.on(contract.showCampaign, ({ params }) => {
    const found = records.find(({ id }) => id === params.id) ?? makeCampaign({ id: params.id })
    return { ...found, contactList: null, shipping: [], counts: { ...zero, valid: 1, unchecked: 1 } }
  })
  server.on(contract.listRecipients, () => ({ records: [], count: 0, hasMore: false }))
  server.on(contract.listCampaignSettings, () => settingRows({ variables: [{ key: 'loja', value: 'Padaria Aurora' }] }))
  const list = {
    id: 3,
    name: 'Clientes do inverno',
    contactsCount: 3,
    uncheckedCount: 0,
    companyId,
    createdAt: at,
    updatedAt: at
  }
  server.on(listAllContactLists, () => [list])
  server.on(showContactList, () => ({ ...list, validCount: 2 }))
  server.on(listContactListItems, () => ({ contacts: people, count: 2, hasMore: false }))
  server.on(listAllTags, () => [])
  server.on(listFileLists, () => ({ files: [leaflets], count: 1, hasMore: false }))
  server.on(listConnections, () => [makeConnection()])
  return server
}

/** A step of the dialog, by its name. */
const stepIn = (dialog: Locator, name: string) =>
  dialog.getByRole('navigation', { name: 'Passos da campanha' }).getByRole('button', { name: new RegExp(`^${name}`) })

/** The input of a segment lies under its label. */
const segment = (dialog: Locator, name: string) => dialog.getByText(name, { exact: true }).last()

async function online() {
  await expect.poll(() => useRealtime.getState().state).toBe('online')
}

test('a campaign is written, looked at as somebody of the list, kept when its file is refused, and started', async () => {
  const server = start()
  let refusals = 1
  server.on(contract.createCampaign, ({ body }) =>
    laidOver(makeCampaign(), { ...body, contactList: null, scheduledAt: null })
  )
  server.on(contract.updateCampaign, ({ body }) => makeCampaign({ name: body.name ?? '' }))
  server.on(contract.uploadCampaignMedia, () => {
    if (refusals-- > 0) throw new AppError('ERR_MEDIA_BROKEN')
    return makeCampaign({ name: 'Sopa de volta', mediaPath: 'company7/sopa.png', mediaName: 'sopa.png' })
  })
  server.on(contract.startCampaign, () => makeCampaign({ name: 'Sopa de volta', status: 'EM_ANDAMENTO' }))
  const { screen } = await renderConsole('/tickets')
  await screen.getByRole('button', { name: 'Mais' }).click()
  await screen.getByRole('link', { name: 'Campanhas', exact: true }).first().click()
  await expect.element(screen.getByText(/Crie uma campanha/)).toBeVisible()
  await screen.getByRole('button', { name: 'Nova campanha' }).first().click()
  const dialog = screen.getByRole('dialog', { name: 'Nova campanha' })
  await dialog.getByRole('textbox', { name: 'Nome' }).fill('Sopa de volta')
  await dialog.getByRole('combobox', { name: 'Lista de contatos' }).click()
  await screen.getByRole('option', { name: 'Clientes do inverno' }).click()
  await expect.element(dialog.getByText('2 contatos válidos · 1 fora do WhatsApp')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect.element(dialog.getByRole('heading', { name: 'O quê' })).toHaveFocus()
  await expect.element(stepIn(dialog, 'O quê')).toHaveAttribute('aria-current', 'step')

  const text = dialog.getByRole('textbox', { name: 'Mensagem 1' })
  await text.fill('Oi, ! Aqui é da .')
  const field = text.element() as HTMLTextAreaElement
  field.setSelectionRange(16, 16)
  await dialog.getByRole('button', { name: 'Inserir variável' }).click()
  await screen.getByRole('menuitem', { name: /\{\{loja\}\}/ }).click()
  await expect.element(text).toHaveValue('Oi, ! Aqui é da {{loja}}.')
  field.setSelectionRange(4, 4)
  await dialog.getByRole('button', { name: 'Inserir variável' }).click()
  await screen.getByRole('menuitem', { name: /^Nome do contato/ }).click()
  await expect.element(text).toHaveValue('Oi, {{nome}}! Aqui é da {{loja}}.')

  await dialog.getByRole('combobox', { name: 'Lista de arquivos' }).click()
  await screen.getByRole('option', { name: 'Cardápio' }).click()
  const files = dialog.getByRole('group', { name: 'Cardápio' })
  await expect.element(files.getByText('O cardápio, Ana Lima.')).toBeVisible()
  await expect.element(files.getByText('cardapio.pdf')).toBeVisible()
  await expect.element(files.getByText('Preços de inverno')).toBeVisible()
  await expect.element(dialog.getByText('Oi, Ana Lima! Aqui é da Padaria Aurora.')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Ver como' }).click()
  await screen.getByRole('option', { name: 'Rui Prado' }).click()
  await expect.element(dialog.getByText('Oi, Rui Prado! Aqui é da Padaria Aurora.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Próximo contato' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Contato anterior' }).click()
  await expect.element(dialog.getByText('Oi, Ana Lima! Aqui é da Padaria Aurora.')).toBeVisible()
  await segment(dialog, '2').click()
  await expect.element(dialog.getByText('A mensagem 2 está vazia.')).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: 'Mensagem 2' })).toBeVisible()

  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('there is no file field')
  await userEvent.upload(input, new File(['x'], 'sopa.png', { type: 'image/png' }))
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(dialog.getByText('O arquivo está danificado e não pôde ser lido.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  expect(server.callsOf(contract.createCampaign)).toHaveLength(1)
  expect(server.callsOf(contract.createCampaign)[0]?.body).toMatchObject({
    name: 'Sopa de volta',
    contactListId: 3,
    tagListId: null,
    message1: 'Oi, {{nome}}! Aqui é da {{loja}}.',
    confirmation: false
  })

  await screen.getByRole('button', { name: 'Iniciar: Sopa de volta' }).click()
  const asking = screen.getByRole('dialog', { name: 'Iniciar Sopa de volta agora?' })
  await expect.element(asking.getByText(/2 pessoas recebem a mensagem/)).toBeVisible()
  await asking.getByRole('button', { name: 'Iniciar' }).click()
  await expect.element(screen.getByRole('button', { name: 'Parar: Sopa de volta' })).toBeVisible()
})

test('the last step says what is missing, leads there, and sends what is complete', async () => {
  const server = start([makeCampaign({ whatsappId: null, whatsapp: null })])
  server.on(contract.updateCampaign, ({ body }) => makeCampaign({ whatsappId: body.whatsappId ?? null }))
  server.on(contract.startCampaign, () => makeCampaign({ status: 'EM_ANDAMENTO' }))
  const { screen } = await renderConsole('/campaigns')
  await screen.getByRole('button', { name: 'Editar: Volta do inverno' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Editar campanha' })
  await stepIn(dialog, 'Conferir e enviar').click()
  await expect.element(dialog.getByText('2 contatos válidos · 1 fora do WhatsApp')).toBeVisible()
  await expect.element(dialog.getByText(/^Enviar a 2 contatos leva cerca de 1 min/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Enviar agora' }).click()
  expect(server.callsOf(contract.updateCampaign)).toHaveLength(0)
  await expect.element(dialog.getByText('Obrigatório')).toBeVisible()
  await stepIn(dialog, 'Conferir e enviar').click()
  await dialog.getByRole('button', { name: 'Escolha a conexão' }).click()
  await expect.element(dialog.getByRole('combobox', { name: 'Conexão' })).toHaveFocus()
  await dialog.getByRole('combobox', { name: 'Conexão' }).click()
  await screen.getByRole('option').first().click()
  await stepIn(dialog, 'Conferir e enviar').click()
  expect(dialog.getByText('Falta para enviar').elements()).toHaveLength(0)
  await stepIn(dialog, 'Quando').click()
  await segment(dialog, 'Agendar').click()
  await dialog.getByLabelText('Agendamento').fill('2031-05-06T10:00')
  // By the company's clocks, as it was typed.
  await expect.element(dialog.getByText('Termina por volta de 06/05/2031 10:00.')).toBeVisible()
  await segment(dialog, 'Enviar agora').click()
  await stepIn(dialog, 'Conferir e enviar').click()
  await dialog.getByRole('button', { name: 'Enviar agora' }).click()
  await expect.element(screen.getByRole('button', { name: 'Parar: Volta do inverno' })).toBeVisible()
  expect(server.callsOf(contract.updateCampaign)[0]?.body).toMatchObject({ whatsappId: 1 })
  expect(server.callsOf(contract.startCampaign)).toHaveLength(1)
})

test('only a campaign that did not reach everybody can be retried', async () => {
  const all = makeCampaign({ id: 1, name: 'Chegou a todos', status: 'FINALIZADA', completedAt: at })
  const server = start([
    all,
    makeCampaign({ id: 2, name: 'Falhou em um', status: 'FINALIZADA', completedAt: at, hasFailed: true }),
    makeCampaign({ id: 3, name: 'Parada no meio', status: 'CANCELADA', hasFailed: true })
  ])
  server.on(contract.retryCampaign, () => makeCampaign({ id: 2, name: 'Falhou em um', status: 'EM_ANDAMENTO' }))
  const { screen } = await renderConsole('/campaigns')
  const retry = (name: string) => screen.getByRole('button', { name: `Reenviar a quem não recebeu: ${name}` })
  await retry('Falhou em um').click()
  await expect.element(screen.getByRole('button', { name: 'Parar: Falhou em um' })).toBeVisible()
  await expect.element(retry('Parada no meio')).toBeVisible()
  expect(retry('Chegou a todos').elements()).toHaveLength(0)
})

test('when a campaign is sent is said by the clocks of the company, wherever it is looked at', async () => {
  start([makeCampaign({ status: 'PROGRAMADA', scheduledAt: '2031-05-06T13:00:00.000Z' })], 'user', 'Asia/Tokyo')
  const { screen } = await renderConsole('/campaigns')
  await expect.element(screen.getByText('06/05/2031 22:00').first()).toBeVisible()
})

test('what runs or begins soon is only looked at, and nothing that was typed is lost unasked', async () => {
  const soon = new Date(Date.now() + 30 * 60_000).toISOString()
  const server = start([
    makeCampaign({ id: 1, name: 'Correndo', status: 'EM_ANDAMENTO' }),
    makeCampaign({ id: 2, name: 'Daqui a pouco', status: 'PROGRAMADA', scheduledAt: soon }),
    makeCampaign({ id: 3, name: 'Rascunho', whatsappId: null, whatsapp: null, confirmation: true })
  ])
  const { screen } = await renderConsole('/campaigns')
  await screen.getByRole('button', { name: 'Ver campanha: Correndo' }).click()
  const viewed = screen.getByRole('dialog', { name: 'Ver campanha' })
  await expect.element(viewed.getByText('Esta campanha está em andamento. Pare-a para alterá-la.')).toBeVisible()
  expect(viewed.getByRole('button', { name: 'Salvar' }).elements()).toHaveLength(0)
  await stepIn(viewed, 'O quê').click()
  await expect.element(viewed.getByRole('textbox', { name: 'Mensagem 1' })).toHaveAttribute('readonly')
  await viewed.getByRole('button', { name: 'Fechar' }).last().click()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  await expect.element(screen.getByRole('button', { name: 'Ver campanha: Daqui a pouco' })).toBeVisible()

  await screen.getByRole('button', { name: 'Editar: Rascunho' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Editar campanha' })
  await stepIn(dialog, 'O quê').click()
  await expect.element(dialog.getByRole('textbox', { name: 'Pergunta de confirmação 1' })).toBeVisible()
  await stepIn(dialog, 'Quando').click()
  await segment(dialog, 'Agendar').click()
  await dialog.getByLabelText('Agendamento').fill('2020-01-01T10:00')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(dialog.getByRole('combobox', { name: 'Conexão' })).toHaveFocus()
  await expect.element(dialog.getByText('Obrigatório')).toBeVisible()
  await expect.element(stepIn(dialog, 'Para quem')).toHaveAccessibleName('Para quem (com erro)')
  await stepIn(dialog, 'Quando').click()
  await expect.element(dialog.getByText('Escolha um momento que ainda não passou.')).toBeVisible()
  expect(server.callsOf(contract.updateCampaign)).toHaveLength(0)
  await userEvent.keyboard('{Escape}')
  const asking = screen.getByRole('dialog', { name: 'Descartar o que foi digitado?' })
  await asking.getByRole('button', { name: 'Continuar editando' }).click()
  await expect.element(dialog.getByLabelText('Agendamento')).toHaveValue('2020-01-01T10:00')
})

test('whoever leaves with changes may keep them as a draft', async () => {
  const server = start([makeCampaign({ id: 3, name: 'Rascunho' })])
  server.on(contract.updateCampaign, ({ body }) => makeCampaign({ id: 3, name: body.name ?? '' }))
  const { screen } = await renderConsole('/campaigns')
  await screen.getByRole('button', { name: 'Editar: Rascunho' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Editar campanha' })
  const name = dialog.getByRole('textbox', { name: 'Nome' })
  const keep = async () => {
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Guardar como rascunho' }).click()
  }
  // Without a name it cannot be kept, and says so.
  await name.fill('')
  await keep()
  await expect.element(name).toHaveFocus()
  expect(server.callsOf(contract.updateCampaign)).toHaveLength(0)
  await name.fill('Sopa de maio')
  await keep()
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  expect(server.callsOf(contract.updateCampaign)[0]).toMatchObject({
    params: { id: 3 },
    body: { name: 'Sopa de maio' }
  })
  expect(server.callsOf(contract.startCampaign)).toHaveLength(0)
})

test('the report follows a campaign, names who was left out and why, and writes again to those who failed', async () => {
  const running = makeCampaign({ id: 8, name: 'Inauguração', status: 'EM_ANDAMENTO', confirmation: true })
  const server = start([running])
  const rows = [
    makeRecipient({ id: 1, state: 'sent', deliveredAt: at }),
    makeRecipient({ id: 2, name: 'Rui Prado', state: 'skipped', reason: 'opted-out' }),
    makeRecipient({ id: 3, name: 'Bia Reis', state: 'failed', reason: 'not-on-whatsapp' })
  ]
  server.on(contract.listRecipients, ({ query }) => {
    const found = rows.filter(({ state }) => query.state === undefined || state === query.state)
    return { records: found, count: found.length, hasMore: false }
  })
  server.on(contract.retryCampaign, () => running)
  const { screen, path } = await renderConsole('/campaigns')
  await screen.getByRole('button', { name: 'Relatório: Inauguração' }).click()
  await expect.poll(path).toBe('/campaign/8/report')
  await expect.element(screen.getByRole('heading', { name: 'Inauguração' })).toBeVisible()
  await expect.element(screen.getByText('Em Andamento · 0 de 1 entregues')).toBeVisible()
  await expect.element(screen.getByText('Ainda não verificados')).toBeVisible()
  await expect.element(screen.getByText('Pediu para não receber campanhas')).toBeInTheDocument()

  await online()
  const counts = { ...zero, valid: 4, sent: 2, delivered: 1, failed: 1, skipped: 1, asked: 3, confirmed: 2, waiting: 1 }
  server.line.emit(contract.campaignEvent, companyId, { action: 'update', record: { ...running, counts } }, 1)
  await expect.element(screen.getByText('Em Andamento · 1 de 4 entregues')).toBeVisible()
  await expect.element(screen.getByRole('progressbar', { name: '1 de 4 entregues' })).toBeInTheDocument()
  expect(screen.getByText('Ainda não verificados').elements()).toHaveLength(0)
  const funnel = screen.getByRole('table', { name: 'Do contato à resposta' })
  await expect.element(funnel.getByRole('row', { name: 'Enviadas 2 50%' })).toBeVisible()
  await expect.element(funnel.getByRole('row', { name: 'Entregues 1 25%' })).toBeVisible()

  await screen.getByRole('combobox', { name: 'Situação' }).click()
  await screen.getByRole('option', { name: 'Falhou' }).click()
  await expect
    .poll(() => screen.getByRole('row', { name: /Rui Prado/, includeHidden: true }).elements())
    .toHaveLength(0)
  await expect.element(screen.getByText('O número não está no WhatsApp')).toBeInTheDocument()

  const over = { ...running, status: 'FINALIZADA' as const, completedAt: at, counts: { ...counts, waiting: 0 } }
  server.line.emit(contract.campaignEvent, companyId, { action: 'update', record: over }, 2)
  await screen.getByRole('button', { name: 'Reenviar falhas' }).click()
  await expect.poll(() => server.callsOf(contract.retryCampaign)).toHaveLength(1)
  server.line.emit(contract.campaignEvent, companyId, { action: 'delete', id: 8 }, 3)
  await expect.poll(path).toBe('/campaigns')
})

test('a report that could not be had without a line comes when it is back', async () => {
  const running = makeCampaign({ id: 8, name: 'Inauguração', status: 'EM_ANDAMENTO' })
  const server = start([running])
  server.line.greetWith(5)
  server.on(contract.showCampaign, () => {
    throw new AppError('ERR_INTERNAL')
  })
  const { screen } = await renderConsole('/campaign/8/report')
  await expect.element(screen.getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
  server.setDown(true)
  await expect.poll(() => useRealtime.getState().state).toBe('offline')
  server.on(contract.showCampaign, () => ({ ...running, contactList: null, counts: zero, shipping: [] }))
  server.setDown(false)
  await expect.element(screen.getByRole('heading', { name: 'Inauguração' })).toBeVisible()
})

test('a report says that strangers wait for tomorrow once the first contacts of the day are used up', async () => {
  const running = makeCampaign({ id: 8, name: 'Inauguração', status: 'EM_ANDAMENTO' })
  const server = start([running])
  const { screen } = await renderConsole('/campaign/8/report')
  await expect.element(screen.getByRole('heading', { name: 'Inauguração' })).toBeVisible()
  const sentence = screen.getByText(/Quem nunca falou com ela recebe a partir de amanhã/)
  expect(sentence.elements()).toHaveLength(0)
  await online()
  const counts = { ...zero, valid: 3, sent: 2, waiting: 1, firstContactsLeft: 0 }
  server.line.emit(contract.campaignEvent, companyId, { action: 'update', record: { ...running, counts } }, 1)
  await expect.element(sentence).toBeVisible()
})

test('a campaign that WhatsApp refused behind its end says so, in its report and among the others', async () => {
  start([makeCampaign({ status: 'FINALIZADA', stopReason: 'refused-by-whatsapp', completedAt: at })])
  const { screen } = await renderConsole('/campaigns')
  await expect.element(screen.getByText('O WhatsApp bloqueou conversas novas')).toBeVisible()
  await screen.getByRole('button', { name: 'Relatório: Volta do inverno' }).click()
  await expect.element(screen.getByText(/use “Reenviar falhas”/)).toBeVisible()
})

test('intervals, hours and variables are saved together, and administrators see who hears of no campaign', async () => {
  const server = start([], 'admin')
  server.on(contract.saveCampaignSettings, ({ body }) =>
    settingRows({ ...contract.campaignDefaults, ...(body.settings as contract.CampaignSettings) })
  )
  const { screen } = await renderConsole('/campaigns-config')
  await expect.element(screen.getByText(/100 mensagens levam cerca de/)).toBeVisible()
  await screen.getByRole('combobox', { name: 'Intervalo aleatório de disparo' }).click()
  await screen.getByRole('option', { name: '10 segundos' }).click()
  await screen.getByRole('switch', { name: /^Enviar só em certos horários/ }).click()
  await expect.element(screen.getByRole('combobox', { name: 'Das' })).toHaveValue('08:00')

  await screen.getByRole('textbox', { name: 'Atalho' }).fill('{Loja}')
  await screen.getByRole('button', { name: 'Adicionar' }).click()
  await expect.element(screen.getByText('Já existe Loja.')).toBeVisible()
  await screen.getByRole('textbox', { name: 'Atalho' }).fill('telefone')
  await screen.getByRole('textbox', { name: 'Conteúdo', exact: true }).fill('(11) 4002-8922')
  await screen.getByRole('button', { name: 'Adicionar' }).click()
  await expect.element(screen.getByRole('textbox', { name: 'Conteúdo de telefone' })).toHaveValue('(11) 4002-8922')
  await screen.getByRole('button', { name: 'Excluir a variável loja' }).click()
  await screen.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByText('Configurações salvas')).toBeVisible()
  expect(server.callsOf(contract.saveCampaignSettings)[0]?.body).toMatchObject({
    settings: {
      messageInterval: 10,
      longerIntervalAfter: 20,
      sendFrom: 8,
      sendUntil: 18,
      variables: [{ key: 'telefone', value: '(11) 4002-8922' }]
    }
  })

  const held = { revokedAt: null, revokedByName: null }
  const gone = { number: '5511987654321', name: 'Ana Lima', word: 'sair', byName: null, createdAt: at, ...held }
  server.on(listCampaignOptOuts, () => ({ records: [gone], count: 1, hasMore: false }))
  server.on(addCampaignOptOut, ({ body }) => ({ ...gone, ...body, byName: 'Ana Souza' }))
  await screen.getByRole('tab', { name: 'Não recebem campanhas' }).click()
  await expect.element(screen.getByRole('row', { name: /Ana Lima sair A própria pessoa/ })).toBeVisible()
  await screen.getByRole('button', { name: 'Adicionar número' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Adicionar número' })
  await dialog.getByRole('textbox', { name: 'Número' }).fill('(21) 99887-7665')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect.element(screen.getByRole('row', { name: /99887-7665/ })).toBeVisible()
  expect(server.callsOf(addCampaignOptOut)[0]?.body).toMatchObject({ number: '5521998877665' })

  server.on(takeBackCampaignOptOut, () => ({ ...gone, revokedAt: at, revokedByName: 'Bia Lopes' }))
  await screen.getByRole('button', { name: 'Liberar: Ana Lima' }).click()
  await screen.getByRole('button', { name: 'Liberar', exact: true }).click()
  await expect.element(screen.getByText(/Liberado por Bia Lopes/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Liberar: Ana Lima' }).elements()).toHaveLength(0)
})

test('a company without campaigns has neither their screens nor their menu', async () => {
  startServer(makeSessionUser({ profile: 'user' }))
  const { screen, path } = await renderConsole('/campaigns')
  await expect.poll(path, { timeout: 5_000 }).not.toBe('/campaigns')
  await screen.getByRole('button', { name: 'Mais' }).click()
  await expect.element(screen.getByRole('link', { name: 'Tags' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Campanhas', exact: true }).elements()).toHaveLength(0)
})

test('who may only take results along finds the report, and nothing that changes a campaign', async () => {
  const over = makeCampaign({ status: 'FINALIZADA', completedAt: at, hasFailed: true })
  const server = start([over], 'user', 'America/Sao_Paulo', ['campaigns-page:export', 'numbers:view'])
  server.on(contract.exportCampaign, () => ({ url: '/public/x.csv', name: 'x.csv', count: 1 }))
  const { screen, path } = await renderConsole('/tickets')
  await screen.getByRole('button', { name: 'Mais' }).click()
  await screen.getByRole('link', { name: 'Campanhas', exact: true }).first().click()
  await expect.element(screen.getByText(/Você pode ver, mas não alterar/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Nova campanha' }).elements()).toEqual([])
  const row = screen.getByRole('row', { name: /Volta do inverno/ })
  await expect.element(row).toBeVisible()
  expect(
    row
      .getByRole('button')
      .elements()
      .map((button) => button.getAttribute('aria-label'))
  ).toEqual(['Relatório: Volta do inverno'])
  await row.click()
  await expect.poll(path).toBe('/campaign/5/report')
  await expect.element(screen.getByRole('button', { name: 'Exportar destinatários' })).toBeVisible()
  expect(screen.getByRole('button', { name: /Reenviar|Editar|Ver campanha/ }).elements()).toEqual([])
})
