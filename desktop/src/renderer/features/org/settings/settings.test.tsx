// The settings screen: options at once, the week with its line about now, and tabs by role.
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { companyEvent, saveOpeningHours, showCompany, type Company } from '@guiche/shared/features/org/companies.ts'
import { createPlan, listAllPlans, listPlanUsage } from '@guiche/shared/features/org/plans.ts'
import { defaultSetting, listSettings, settingKeys, updateSetting } from '@guiche/shared/features/org/settings.ts'
import { listConnections } from '@guiche/shared/features/inbox/connections.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { makePlan, makeSessionUser } from '#test/factories.ts'
import { renderConsole, startServer } from '#test/render-console.tsx'
import { changeSetting, refreshSettings, useSettings } from './settings.store.ts'

function makeCompany(part: Partial<Company> = {}): Company {
  return {
    ...makeSessionUser().company,
    plan: makePlan(),
    campaignsEnabled: false,
    schedules: [],
    holidays: [],
    ...part
  }
}

async function open(settings: Record<string, string> = {}, isSuper = false) {
  const server = startServer(makeSessionUser({ super: isSuper }))
  server.on(listConnections, () => [])
  server.on(listSettings, () => settingKeys.map((key) => ({ key, value: settings[key] ?? defaultSetting(key) })))
  server.on(updateSetting, ({ params, body }) => ({ key: params.key, value: body.value }))
  server.on(showCompany, () => makeCompany())
  server.on(saveOpeningHours, ({ params, body }) => ({
    ...body,
    holidays: body.holidays ?? [],
    timeZone: body.timeZone ?? 'UTC',
    id: params.id
  }))
  server.on(listAllPlans, () => [makePlan()])
  server.on(listPlanUsage, () => [{ id: makePlan().id, companies: 3, awaited: 0, revenue: 297 }])
  const { screen } = await renderConsole('/settings')
  const choose = async (field: string, option: string) => {
    await screen.getByRole('combobox', { name: field, exact: true }).click()
    await screen.getByRole('option', { name: option, exact: true }).click()
  }
  return { server, screen, choose, button: (name: string) => screen.getByRole('button', { name }) }
}

test('a changed option is saved at once, and one that is refused goes back', async () => {
  const { server, screen, choose } = await open()
  await screen.getByRole('switch', { name: 'Aceitar chamadas' }).click({ force: true })
  await expect.element(screen.getByText('Operação atualizada com sucesso.')).toBeVisible()
  expect(server.callsOf(updateSetting)[0]).toMatchObject({ params: { key: 'call' }, body: { value: 'disabled' } })
  server.on(updateSetting, () => {
    throw new AppError('ERR_NO_PERMISSION')
  })
  await choose('Idioma do robô', 'Espanhol')
  await expect.element(screen.getByRole('combobox', { name: 'Idioma do robô' })).toHaveValue('Português')
  await screen.getByRole('switch', { name: 'Avaliação do atendimento' }).click({ force: true })
  await expect.element(screen.getByText('Você não tem permissão para fazer isso.').first()).toBeVisible()
  await expect.element(screen.getByRole('switch', { name: 'Avaliação do atendimento' })).not.toBeChecked()
})

test('the life of logins is typed in days, and the one without use stays within the whole one', async () => {
  const { server, screen } = await open({ loginDays: '10' })
  const days = screen.getByRole('textbox', { name: 'Encerrar cada acesso depois de (dias)' })
  const idle = screen.getByRole('textbox', { name: 'Encerrar acessos sem uso depois de (dias)' })
  await expect.element(days).toHaveValue('10')
  await expect.element(idle).toHaveValue('7')
  await idle.fill('20')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => server.callsOf(updateSetting).at(-1)).toMatchObject({ params: { key: 'loginIdleDays' } })
  expect(server.callsOf(updateSetting).at(-1)?.body).toMatchObject({ value: '10' })
  await days.fill('365')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => server.callsOf(updateSetting).at(-1)?.body).toMatchObject({ key: 'loginDays', value: '90' })
})

test('a setting is found by its words, without their accents', async () => {
  const { screen, button } = await open()
  const all = () => screen.getByRole('region', { name: 'Atendimento', exact: true })
  await expect.element(all()).toBeVisible()
  await screen.getByRole('searchbox', { name: 'Buscar configuração' }).fill('avaliacao')
  await expect.element(screen.getByRole('switch', { name: 'Avaliação do atendimento' })).toBeVisible()
  await expect.element(all()).not.toBeInTheDocument()
  await screen.getByRole('searchbox', { name: 'Buscar configuração' }).fill('xyz')
  await expect.element(screen.getByText('Nenhuma configuração com essas palavras')).toBeVisible()
  await button('Ver todas').click()
  await expect.element(all()).toBeVisible()
})

test('what is changed while the settings are loaded stays, and of two quick changes the last', async () => {
  const { server, screen } = await open()
  const field = screen.getByRole('switch', { name: 'Aceitar chamadas' })
  await expect.element(field).toBeChecked()
  const shown = () => useSettings.getState().items.find(({ key }) => key === 'call')?.value
  const list = Promise.withResolvers<void>()
  server.on(listSettings, async () => {
    await list.promise
    return settingKeys.map((key) => ({ key, value: defaultSetting(key) }))
  })
  const refreshed = refreshSettings()
  await changeSetting('call', 'disabled')
  list.resolve()
  await refreshed
  expect(shown()).toBe('disabled')
  const first = Promise.withResolvers<void>()
  server.on(updateSetting, async ({ params, body }) => {
    if (body.value === 'enabled') await first.promise
    return { key: params.key, value: body.value }
  })
  const changes = [changeSetting('call', 'enabled'), changeSetting('call', 'disabled')]
  await expect.poll(() => server.callsOf(updateSetting).length).toBeGreaterThan(1)
  expect(shown()).toBe('disabled')
  first.resolve()
  await Promise.all(changes)
  expect(shown()).toBe('disabled')
  await expect.element(field).not.toBeChecked()
  expect(server.callsOf(updateSetting).map(({ body }) => (body as { value: string }).value)).toEqual([
    'disabled',
    'enabled',
    'disabled'
  ])
})

test('a list that could not be loaded says so under the title of the screen, and comes with another try', async () => {
  const server = startServer(makeSessionUser())
  server.on(listConnections, () => [])
  server.on(listSettings, () => {
    throw new AppError('ERR_INTERNAL')
  })
  const { screen } = await renderConsole('/settings')
  await expect.element(screen.getByText('Não foi possível carregar a lista de registros')).toBeVisible()
  await expect.element(screen.getByRole('heading', { name: 'Configurações', level: 1 })).toBeVisible()
  server.on(listSettings, () => settingKeys.map((key) => ({ key, value: defaultSetting(key) })))
  await screen.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.element(screen.getByRole('switch', { name: 'Aceitar chamadas' })).toBeVisible()
})

test('settings that could not be had without a line come when it is back', async () => {
  const server = startServer(makeSessionUser())
  server.line.greetWith(5)
  server.on(listConnections, () => [])
  server.on(listSettings, () => {
    throw new AppError('ERR_INTERNAL')
  })
  const { screen } = await renderConsole('/settings')
  await expect.element(screen.getByText('Não foi possível carregar a lista de registros')).toBeVisible()
  server.setDown(true)
  await expect.poll(() => useRealtime.getState().state).toBe('offline')
  server.on(listSettings, () => settingKeys.map((key) => ({ key, value: defaultSetting(key) })))
  server.setDown(false)
  await expect.element(screen.getByRole('switch', { name: 'Aceitar chamadas' })).toBeVisible()
})

test('hours that somebody else saves appear, but never over what is being typed', async () => {
  const { server, screen } = await open({ scheduleType: 'company' })
  const opensAt = (startTime: string) => {
    const monday = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime, endTime: '18:00' } as const
    server.on(showCompany, () => makeCompany({ schedules: [monday] }))
    const { company } = makeSessionUser()
    server.line.emit(companyEvent, company.id, { action: 'update', company, plan: makePlan(), campaignsEnabled: false })
  }
  await expect.poll(() => useRealtime.getState().state).toBe('online')
  await screen.getByRole('tab', { name: 'Horários' }).click()
  const start = screen.getByLabelText('Segunda-feira: início 1')
  await expect.element(start).toHaveValue('08:00')
  opensAt('07:00')
  await expect.element(start).toHaveValue('07:00')
  await start.fill('06:30')
  const before = server.callsOf(showCompany).length
  opensAt('09:00')
  await expect.poll(() => server.callsOf(showCompany).length).toBeGreaterThan(before)
  await expect.element(start).toHaveValue('06:30')
})

test('hours by company show their tab; several intervals a day are saved with the usual week', async () => {
  const { server, screen, choose, button } = await open()
  await expect.poll(() => screen.getByRole('tab').elements()).toHaveLength(1)
  await choose('Gerenciamento de expediente', 'Por empresa')
  await screen.getByRole('tab', { name: 'Horários' }).click()
  await expect.element(screen.getByLabelText('Segunda-feira: início 1')).toHaveValue('08:00')
  await expect.element(screen.getByText(/^Ainda não há horários salvos/)).toBeVisible()
  const now = screen.getByText(/^Agora: (aberto|fechado até .+ \d\d:\d\d)$/)
  await expect.element(now).not.toBeInTheDocument()
  await screen.getByLabelText('Segunda-feira: fim 1').fill('12:00')
  await button('Adicionar intervalo: Segunda-feira').click()
  await button('Salvar').click()
  await expect.element(screen.getByText('Preencha o início e o fim de cada intervalo.')).toBeVisible()
  expect(server.callsOf(saveOpeningHours)).toHaveLength(0)
  await screen.getByLabelText('Segunda-feira: início 2').fill('13:00')
  await screen.getByLabelText('Segunda-feira: fim 2').fill('18:00')
  await button('Salvar').click()
  await expect.element(screen.getByText('Horários atualizados com sucesso.')).toBeVisible()
  await expect.element(now).toBeVisible()
  await expect.element(screen.getByText(/^Ainda não há horários salvos/)).not.toBeInTheDocument()
  const { schedules = [] } = (server.callsOf(saveOpeningHours)[0]?.body ?? {}) as {
    schedules?: { weekdayEn: string }[]
  }
  expect(schedules.filter(({ weekdayEn }) => weekdayEn === 'monday')).toEqual([
    { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '12:00' },
    { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '13:00', endTime: '18:00' }
  ])
})

test('what overlaps is said when it is saved; what was added since is not called wrong before it was typed', async () => {
  const { server, screen, button } = await open({ scheduleType: 'company' })
  await screen.getByRole('tab', { name: 'Horários' }).click()
  await expect.element(screen.getByLabelText('Segunda-feira: início 1')).toHaveValue('08:00')
  await button('Adicionar intervalo: Segunda-feira').click()
  await expect.element(screen.getByLabelText('Segunda-feira: início 2')).toHaveFocus()
  await screen.getByLabelText('Segunda-feira: início 2').fill('17:00')
  await screen.getByLabelText('Segunda-feira: fim 2').fill('20:00')
  await button('Adicionar feriado').click()
  await button('Salvar').click()
  const overlap = screen.getByText(/^Os intervalos se sobrepõem/)
  const holidayWrong = screen.getByText(/^Preencha a data/)
  await expect.element(overlap).toBeVisible()
  await expect.element(holidayWrong).toBeVisible()
  await expect.element(screen.getByLabelText('Segunda-feira: início 1')).toHaveFocus()
  expect(server.callsOf(saveOpeningHours)).toHaveLength(0)
  await screen.getByLabelText('Segunda-feira: início 2').fill('19:00')
  await expect.element(overlap).not.toBeInTheDocument()
  await button('Adicionar feriado').click()
  await expect.poll(() => screen.getByLabelText('Data do feriado').elements()).toHaveLength(2)
  expect(holidayWrong.elements()).toHaveLength(1)
  await button('Remover intervalo: Segunda-feira 2').click()
  await expect.element(button('Adicionar intervalo: Segunda-feira')).toHaveFocus()
})

test('a day with hours and no interval is led to as well when it is saved', async () => {
  const { server, screen, button } = await open({ scheduleType: 'company' })
  await screen.getByRole('tab', { name: 'Horários' }).click()
  await button('Remover intervalo: Segunda-feira 1').click()
  await expect.element(button('Adicionar intervalo: Segunda-feira')).toHaveFocus()
  await button('Salvar').click()
  await expect.element(screen.getByText(/^Preencha o início e o fim/)).toBeVisible()
  await expect.element(button('Adicionar intervalo: Segunda-feira')).toHaveFocus()
  expect(server.callsOf(saveOpeningHours)).toHaveLength(0)
})

test('a plan is made with its limits and features', async () => {
  const { server, screen, choose, button } = await open({}, true)
  server.on(createPlan, ({ body }) => makePlan({ ...body, id: 2 }))
  await screen.getByRole('tab', { name: 'Planos' }).click()
  await button('Novo plano').click()
  await screen.getByRole('textbox', { name: 'Nome' }).fill('Equipe')
  await screen.getByRole('textbox', { name: 'Usuários' }).fill('7')
  await screen.getByRole('textbox', { name: 'Mensagens por mês' }).fill('1500')
  await screen.getByRole('textbox', { name: 'Armazenamento (GB)' }).fill('2,5')
  await screen.getByRole('textbox', { name: 'Preço por usuário a mais' }).fill('19,90')
  await choose('Kanban', 'Desativado')
  await button('Salvar').click()
  await expect.element(screen.getByText('Operação realizada com sucesso!')).toBeVisible()
  const { body } = server.callsOf(createPlan)[0] ?? {}
  expect(body).toMatchObject({ name: 'Equipe', users: 7, queues: 0, useKanban: false })
  expect(body).toMatchObject({ messages: 1500, storage: 2_500_000_000, campaigns: null })
  expect(body).toMatchObject({ userPrice: 19.9, connectionPrice: null })
})

test('a plan says how many companies have it and what they bring, and warns before it is deleted', async () => {
  const { screen } = await open({}, true)
  await screen.getByRole('tab', { name: 'Planos' }).click()
  await expect
    .element(screen.getByRole('row', { name: new RegExp(`${makePlan().name} .* 3 R\\$\\s297,00`) }))
    .toBeVisible()
  const remove = screen.getByRole('button', { name: new RegExp(`^Excluir.*${makePlan().name}`) })
  await expect.element(remove).toHaveAttribute('aria-disabled', 'true')
  await remove.click({ force: true })
  await expect.element(screen.getByText(/3 empresas usam este plano/)).toBeVisible()
  expect(screen.getByRole('dialog').elements()).toHaveLength(0)
})

test('the own plan and one that companies wait for are not deleted either, and say why', async () => {
  const { server, screen } = await open({}, true)
  const names = ['Admin Plan', 'Esperado', 'Livre']
  server.on(listAllPlans, () => names.map((name, at) => makePlan({ id: 11 + at, name })))
  server.on(listPlanUsage, () => [{ id: 12, companies: 0, awaited: 1, revenue: 0 }])
  await screen.getByRole('tab', { name: 'Planos' }).click()
  const remove = (name: string) => screen.getByRole('button', { name: `Excluir: ${name}` })
  const why = (text: string) => expect.stringContaining(text) as string
  await expect.element(remove('Admin Plan')).toHaveAttribute('aria-description', why('sua própria empresa'))
  await expect.element(remove('Esperado')).toHaveAttribute('aria-description', why('1 empresa já escolheu'))
  await expect.element(remove('Livre')).not.toHaveAttribute('aria-disabled')
})
