// The first hour of a company: from sign-up to the first answered message, led by the list of first steps.
import { TicketsPage } from './tickets-page.ts'
import { expect, test } from './stage.ts'

test('somebody signs up, connects a number, makes a queue, and answers a test message from their own phone', async ({
  page,
  stage: { url, phones }
}) => {
  await page.goto(`${url}/console/signup`)
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await field('Seu nome').fill('Lia Duarte')
  await field('Nome da empresa').fill('Floricultura Girassol')
  await field('E-mail').fill('lia@girassol.test')
  await field('Telefone com DDD').fill('11987651234')
  await field('Senha').fill('Segredo-1')
  await field('Confirme a senha').fill('Segredo-1')
  await page.getByRole('combobox', { name: 'Plano' }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('button', { name: 'Cadastrar' }).click()

  const steps = page.getByRole('region', { name: 'Primeiros passos' })
  await expect(steps.getByText('0 de 6 prontos')).toBeVisible()
  await expect(steps.getByRole('button', { name: 'Testar com o meu celular' })).toHaveCount(0)

  await steps.getByRole('link', { name: /Crie uma fila/ }).click()
  await page.getByRole('button', { name: 'Adicionar fila' }).first().click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Nome' }).fill('Encomendas')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto(`${url}/console/`)
  await expect(steps.getByText('1 de 6 prontos')).toBeVisible()
  await steps.getByRole('link', { name: /Conecte o seu número/ }).click()
  const phone = await phones.addPhone('5511940000666', 'Floricultura Girassol')
  const shown = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().endsWith('/whatsapp')
  )
  await page.getByRole('button', { name: 'Adicionar conexão' }).first().click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Loja')
  await page.getByRole('button', { name: 'Salvar' }).click()
  const made = await shown
  const { id } = (await made.json()) as { id: number }
  await expect(page.getByRole('img', { name: 'QR code para conectar Loja' })).toBeVisible()
  const authorization = (await made.request().allHeaders())['authorization'] ?? ''
  const asked = await fetch(`${url}/whatsapp/${id}`, { headers: { authorization } })
  await phones.scan(phone, ((await asked.json()) as { qrcode: string }).qrcode)
  await expect(page.getByText('Conectado!')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.goto(`${url}/console/`)
  await expect(steps.getByText('2 de 6 prontos')).toBeVisible()
  await steps.getByRole('button', { name: 'Testar com o meu celular' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mensagem de teste' })
  await expect(dialog.getByRole('link', { name: 'Abra o WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/5511940000666\?text=/
  )
  const own = await phones.addCustomer('Lia no celular')
  await phones.write(phone, own, 'Olá! Esta é uma mensagem de teste.')
  await expect(dialog.getByText('Chegou uma mensagem de Lia no celular!')).toBeVisible()
  await dialog.getByRole('link', { name: 'Abrir a conversa' }).click()

  const tickets = new TicketsPage(page)
  await tickets.accept('Lia no celular')
  await tickets.write('Lia no celular', 'Funcionou!')
  await expect.poll(async () => (await phones.received(phone, own)).at(-1)?.text ?? '').toContain('Funcionou!')
  await page.goto(`${url}/console/`)
  await expect(steps.getByText('3 de 6 prontos')).toBeVisible()
  await expect(steps.getByRole('button', { name: 'Testar com o meu celular' })).toHaveCount(0)
})
