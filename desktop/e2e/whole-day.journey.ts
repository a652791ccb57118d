// A whole day: somebody is hired, a customer rings the bell, a note stays, a slip is taken back, and the figures tell.
import { TicketsPage } from './tickets-page.ts'
import { expect, test } from './stage.ts'

test('from hiring somebody to the figures of the day', async ({ browser, stage }) => {
  const { phones, company, url } = stage
  const { id: queueId } = await company.call<{ id: number }>('POST', '/queue', { name: 'Expediente', color: '#713f12' })
  const phone = await company.pair(phones, 'Expediente', [queueId])
  const admin = await TicketsPage.open(browser, url, company.admin)

  await admin.page.goto(`${url}/console/users`)
  await admin.page.getByRole('button', { name: 'Adicionar usuário' }).first().click()
  const form = admin.page.getByRole('dialog', { name: 'Adicionar usuário' })
  const person = { id: 0, name: 'Iara Fontes', email: 'iara@aurora.test', password: 'Segredo-1' }
  await form.getByLabel(/^Nome/).fill(person.name)
  await form.getByLabel(/^E-mail/).fill(person.email)
  await form.getByLabel(/^Senha/).fill(person.password)
  await form.getByRole('combobox', { name: 'Filas' }).click()
  await admin.page.getByRole('option', { name: 'Expediente' }).click()
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(admin.page.getByRole('row', { name: /Iara Fontes/ })).toBeVisible()

  const iara = await TicketsPage.open(browser, url, person)
  const customer = await phones.addCustomer('Zuleica Dias')
  await phones.write(phone, customer, 'Vocês abrem hoje?')
  await iara.page.getByRole('button', { name: '1 atendimento com novidades' }).click()
  await iara.page.getByRole('button', { name: /Zuleica Dias.*Vocês abrem hoje/ }).click()
  await expect(iara.bubble('Vocês abrem hoje?')).toBeVisible()
  await iara.page.getByRole('button', { name: 'Aceitar', exact: true }).first().click()
  await expect(iara.field('Zuleica Dias')).toBeEnabled()

  await iara.page.getByRole('button', { name: 'Observações' }).click()
  await iara.page.getByLabel('Nova observação').fill('Volta amanhã cedo.')
  await iara.page.getByRole('button', { name: 'Adicionar observação' }).click()
  await expect(iara.page.getByText('Observação adicionada com sucesso!')).toBeVisible()

  await iara.page.getByRole('button', { name: 'Devolver à fila' }).click()
  await iara.page.getByRole('button', { name: 'Desfazer' }).click()
  await expect(iara.field('Zuleica Dias')).toBeEnabled()
  await iara.write('Zuleica Dias', 'Abrimos às oito.')
  await expect(iara.bubble('Abrimos às oito.')).toBeVisible()
  await iara.page.getByRole('button', { name: 'Resolver', exact: true }).click()
  await expect(iara.page.getByText('Atendimento de Zuleica Dias resolvido.')).toBeVisible()

  await admin.page.goto(`${url}/console/contacts`)
  await admin.page.getByLabel('Buscar contatos').fill('zuleica')
  await expect(admin.page.getByRole('row', { name: /Zuleica Dias/ })).toBeVisible()
  await admin.page.goto(`${url}/console/`)
  await expect(admin.page.getByRole('row', { name: /Iara Fontes.*1/ })).toBeVisible()
  await admin.close()
  await iara.close()
})
