// The screens around the conversations: the board, scheduled messages, tasks, help and the company's invoices.
import { signIn } from './tickets-page.ts'
import { expect, test } from './stage.ts'

test('an administrator sorts a customer, schedules a message, notes a task, sees a video and pays', async ({
  page,
  stage
}) => {
  const { url, phones, company, owner } = stage
  const phone = await company.pair(phones, 'Balcão', [company.queues.vendas])
  const customer = await phones.addCustomer('Iara Peixoto')
  await phones.write(phone, customer, 'Quero um bolo de casamento')
  const asOwner = async (path: string, body: object, token = ''): Promise<{ token: string }> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as { token: string }
  }
  const { token } = await asOwner('/auth/login', owner)
  await asOwner('/helps', { title: 'Primeiros passos', video: 'dQw4w9WgXcQ', description: '' }, token)
  const { companyId } = await company.call<{ companyId: number }>('GET', `/users/${company.admin.id}`)
  const invoice = { detail: 'Mensalidade de março', value: 249, dueDate: '2027-03-31', companyId }
  await asOwner('/invoices', invoice, token)
  await signIn(page, url, company.admin)
  const visit = async (path: string, title: string) => {
    await page.goto(`${url}/console/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
  const dialog = page.getByRole('dialog')

  await visit('kanban', 'Kanban')
  await page.getByRole('button', { name: 'Adicionar coluna' }).first().click()
  await dialog.getByRole('textbox', { name: 'Título' }).fill('Encomendas')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const column = page.getByRole('region', { name: 'Encomendas' })
  await expect(column).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: /^Iara Peixoto/ }).dragTo(column)
  await expect(page.getByText('Ticket movido com sucesso!')).toBeVisible()
  await expect(column.getByRole('button', { name: /^Iara Peixoto/ })).toBeVisible()

  await visit('schedules', 'Agendamentos')
  await page.getByRole('button', { name: 'Novo agendamento' }).first().click()
  await dialog.getByRole('combobox', { name: 'Contato' }).fill('Iara')
  await page.getByRole('option', { name: /Iara Peixoto/ }).click()
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('Seu bolo está pronto!')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Iara Peixoto').first()).toBeVisible()

  await visit('todolist', 'Tarefas')
  await page.getByRole('textbox', { name: 'Descrição' }).fill('Comprar forminhas')
  await page.getByLabel('Prazo').fill('2027-03-31')
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await page.reload()
  await expect(page.getByText('Comprar forminhas')).toBeVisible()

  await visit('helps', 'Ajuda')
  await page.getByRole('button', { name: 'Assistir: Primeiros passos', exact: true }).click()
  await expect(dialog.locator('iframe')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.goto(`${url}/console/financeiro`)
  await page.getByRole('tab', { name: 'Faturas' }).click()
  const row = page.getByRole('row', { name: /Mensalidade de março/ })
  await expect(row.getByText('Aberto')).toBeVisible()
  await row.getByRole('button', { name: /PAGAR/i }).click()
  await expect(dialog.getByRole('img', { name: /249,00/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Simular pagamento' }).click()
  await expect(dialog.getByText('Pagamento confirmado!')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'PAGO' })).toBeDisabled()
})
