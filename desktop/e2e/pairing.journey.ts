// An admin pairs a phone by its QR code, and sees it connected; the phone unlinks the desk, and the admin reads why.
import { signIn } from './desk.ts'
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
  await expect(row.getByText('Conectado')).toBeVisible()

  await phones.call('DELETE', `/phones/${phone}/devices`)
  await expect(row.getByText('Desconectado')).toBeVisible()
  await expect(row.getByText(/O celular removeu este aparelho/)).toBeVisible()
})
