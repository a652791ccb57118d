// Files in the message field: how they get there, what is said with them, and which stay behind.
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { AppError } from '@guiche/shared/kernel/app-error.ts'
import { sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { openMaria } from '#test/open-conversation.ts'

const file = (name: string, type: string, bytes = 2_000): File =>
  new File([new Uint8Array(bytes).fill(65)], name, { type })

function paste(target: Element, files: File[], text?: string): void {
  const clipboardData = new DataTransfer()
  for (const one of files) clipboardData.items.add(one)
  if (text !== undefined) clipboardData.setData('text/plain', text)
  target.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
}

describe('files', () => {
  test('are shown before they go, each with its caption; one can be left out', async () => {
    const { screen, field, bubble, sent } = await openMaria()
    paste(field.element(), [
      file('foto.png', 'image/png'),
      file('contrato.pdf', 'application/pdf'),
      file('x.txt', 'text/plain')
    ])
    const tray = screen.getByRole('list', { name: 'Arquivos anexados' })
    await expect.element(tray.getByText('contrato.pdf')).toBeVisible()
    await screen.getByRole('button', { name: 'Remover x.txt' }).click()
    await screen.getByLabelText('Legenda de contrato.pdf').fill('Para assinar')
    await userEvent.keyboard('{Enter}')
    await expect.element(bubble(/contrato\.pdf.*Para assinar/s)).toBeVisible()
    await expect.poll(() => sent().length).toBe(2)
    const forms = sent().map(({ form }) => ({
      name: (form?.get('medias') as File | undefined)?.name,
      body: form?.get('body'),
      id: form?.get('clientId')
    }))
    expect(forms).toMatchObject([
      { name: 'foto.png', body: '' },
      { name: 'contrato.pdf', body: 'Para assinar' }
    ])
    expect(new Set(forms.map(({ id }) => id)).size).toBe(2)
    await expect.element(tray).not.toBeInTheDocument()
  })

  test('alone take the text as their caption', async () => {
    const { field, sent } = await openMaria()
    paste(field.element(), [file('foto.png', 'image/png')])
    await expect.element(field).toHaveAttribute('placeholder', 'Legenda (opcional)')
    await field.fill('A fachada')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent().map(({ form }) => form?.get('body'))).toEqual(['A fachada'])
  })

  test('beside text in the clipboard are left alone: the text is meant', async () => {
    const { field, screen } = await openMaria()
    paste(field.element(), [file('celulas.png', 'image/png')], 'A1\tB1')
    await field.fill('x')
    await expect.element(screen.getByRole('list', { name: 'Arquivos anexados' })).not.toBeInTheDocument()
  })

  test('that are empty or too large say so and stay behind', async () => {
    const { field, screen, sent, bodies } = await openMaria()
    const empty = file('vazio.txt', 'text/plain', 0)
    const drop = new DataTransfer()
    drop.items.add(empty)
    field.element().dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: drop }))
    await expect.element(screen.getByText('O arquivo está vazio.')).toBeVisible()
    // As large as no test would really make one.
    const large = file('grande.zip', 'application/zip')
    Object.defineProperty(large, 'size', { value: 200 * 1024 * 1024 })
    const input = document.querySelector<HTMLInputElement>('input[type="file"][multiple]')
    Object.defineProperty(input, 'files', { configurable: true, value: [large] })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
    await expect.element(screen.getByText('209,7 MB: o limite é 104,9 MB.')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Enviar' })).toBeDisabled()
    await field.fill('Só o texto')
    await userEvent.keyboard('{Enter}')
    await expect.poll(bodies).toEqual(['Só o texto'])
    expect(sent()).toHaveLength(1)
  })

  test('that lie about their kind are refused beside the file, and can be let go', async () => {
    const { screen, server, field, bubble } = await openMaria()
    server.on(sendMessage, () => {
      throw new AppError('ERR_MEDIA_TYPE_MISMATCH')
    })
    paste(field.element(), [file('virus.png', 'image/png')])
    await screen.getByRole('button', { name: 'Enviar' }).click()
    const refusal = screen.getByRole('alert').filter({ hasText: /Não enviada: O conteúdo do arquivo/ })
    await expect.element(refusal).toBeVisible()
    await refusal.getByRole('button', { name: 'Descartar' }).click()
    await expect.element(bubble(/Não enviada/)).not.toBeInTheDocument()
  })

  test('dropped anywhere on the conversation are taken', async () => {
    const { screen } = await openMaria()
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(file('solta.pdf', 'application/pdf'))
    const target = screen.getByRole('region', { name: 'Conversa com Maria' }).element()
    target.dispatchEvent(new DragEvent('dragenter', { bubbles: true, dataTransfer }))
    await expect.element(screen.getByText('Solte os arquivos para anexar')).toBeVisible()
    target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    await expect.element(screen.getByText('solta.pdf')).toBeVisible()
    await expect.element(screen.getByText('Solte os arquivos para anexar')).not.toBeInTheDocument()
  })
})
