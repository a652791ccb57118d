// An admin pairs a phone by its QR code or by a code to type, and sees it connected; unlinked by the phone, they read why.
import { signIn } from './tickets-page.ts'
import { expect, test } from './stage.ts'

interface Connection {
  name: string
  qrcode: string
}

test('an admin adds a connection, the phone scans its QR code, and a log-out on the phone is told', async ({
  page,
  stage
}) => {
  const { phones, company } = stage
  const phone = await phones.addPhone('5511940000999', 'Padaria Aurora')
  await signIn(page, stage.url, company.admin)
  await page.goto(`${stage.url}/console/connections`)
  await page.getByRole('button', { name: 'Adicionar conexão' }).first().click()
  await page.getByRole('textbox', { name: 'Nome' }).fill('Recepção')
  await page.getByRole('button', { name: 'Salvar' }).click()

  await expect(page.getByRole('img', { name: 'QR code para conectar Recepção' })).toBeVisible()
  const shown = await company.call<Connection[]>('GET', '/whatsapp')
  await expect(phones.scan(phone, '2@nobody,a,b,c,1')).rejects.toThrow(/400|404|409|422/)
  await phones.scan(phone, shown.find(({ name }) => name === 'Recepção')?.qrcode ?? '')
  await expect(page.getByText('Conectado!')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Recepção' })
  await expect(row.getByText('Conectada')).toBeVisible()

  await phones.call('DELETE', `/phones/${phone}/devices`)
  await expect(row.getByText('Desconectada')).toBeVisible()
  await expect(row.getByText(/O celular removeu este aparelho/)).toBeVisible()
})

test('an admin without a camera types the number of the phone, and whoever holds it types the code', async ({
  page,
  stage
}) => {
  const { phones, company } = stage
  const phone = await phones.addPhone('5511940000888', 'Padaria Aurora, quiosque')
  await company.call('POST', '/whatsapp', { name: 'Quiosque' })
  await signIn(page, stage.url, company.admin)
  await page.goto(`${stage.url}/console/connections`)
  const row = page.getByRole('row').filter({ hasText: 'Quiosque' })
  await row.getByRole('button', { name: 'QR CODE' }).click()
  await page.getByRole('button', { name: 'Conectar com número de telefone' }).click()
  await page.getByLabel('Número de WhatsApp').fill('11 94000-0888')
  await page.getByRole('button', { name: 'Gerar código' }).click()

  const code = page.getByRole('status', { name: 'Código para +55 (11) 94000-0888' })
  await expect(code).toHaveText(/^\w{4}-\w{4}$/)
  const letters = await code.innerText()
  await page.reload()
  await row.getByRole('button', { name: 'QR CODE' }).click()
  await expect(code).toHaveText(letters)
  await expect(phones.call('POST', `/phones/${phone}/code`, { code: 'ZZZZ-ZZZZ' })).rejects.toThrow(/422/)
  await phones.call('POST', `/phones/${phone}/code`, { code: letters })
  await expect(page.getByText('Conectado!')).toBeVisible()
  await expect(row.getByText('+55 (11) 94000-0888')).toBeVisible()
})
