// The page in a real browser: a person makes a phone and a customer, pairs, chats and pulls a lever.
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPage } from '../../scripts/built-pages.ts'
import { browserTag } from '../../scripts/system-programs.ts'
import { sampleFile } from './media/media-store.ts'
import { startSimulator, type Simulator } from './simulator.ts'
import { loginClient, openClient, pairClient, trustMediaHost, type Client } from './testing/baileys-client.ts'
import { launchBrowser } from './testing/browser.ts'
import { customerNumber, phoneNumber } from './testing/numbers.ts'

const inEveryBrowser = { tags: [browserTag.name] }

let simulator: Simulator
let browser: Browser
let page: Page
let complaints: string[]
let client: Client | undefined

// Where it has to be built first, on a machine that may be busy with other things.
beforeAll(() => buildPage('simulator-page'), 600_000)

beforeAll(async () => {
  browser = await launchBrowser()
})

beforeEach(async () => {
  simulator = await startSimulator()
  trustMediaHost(simulator)
  page = await browser.newPage({ locale: 'pt-BR', permissions: ['microphone'], viewport: { width: 1440, height: 900 } })
  complaints = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text())
  })
})

afterEach(async () => {
  await page.close()
  await client?.close()
  await simulator.stop()
  expect(complaints).toEqual([])
})

afterAll(() => browser.close())

async function chatOpen(phone: string, customer: string) {
  await simulator.createPhone({ number: phone, name: 'Padaria' })
  simulator.createCustomer({ number: customer, name: 'Ana Souza', receipts: 'read' })
  client = await pairClient(simulator, phone)
  await page.goto(simulator.apiUrl)
  await page.getByRole('button', { name: /Ana Souza/ }).click()
  return client
}

/** The messages of the chat, each with what can be done with it. */
const bubbles = () => page.locator('[data-message]')
const people = () => page.locator('[data-person]')

test('a person makes a phone and a customer and pairs the waiting QR code with one click', async () => {
  await page.goto(simulator.apiUrl)
  await page.getByRole('button', { name: 'Novo celular' }).click()
  await page.getByRole('textbox', { name: 'Número' }).fill('+55 11 90000-1234')
  await page.getByLabel('Nome').fill('Padaria Aurora')
  await page.getByRole('button', { name: 'Criar' }).click()
  await page.getByRole('button', { name: 'Novo cliente' }).click()
  await page.getByRole('textbox', { name: 'Número' }).fill('5511987654321')
  await page.getByLabel('Nome').fill('Maria')
  await page.getByRole('button', { name: 'Criar' }).click()
  await page.getByText('Nenhum aparelho conectado').waitFor()

  const first = openClient(simulator)
  simulator.tellQr(await first.until(() => first.state.qr))
  await page.getByRole('button', { name: 'Parear o QR code que espera' }).click()
  await first.until(() => first.closedWith === 515)
  client = await loginClient(simulator, first)
  await page.getByText('Aparelho 1 · Desk').waitFor()
  expect(simulator.customers()).toMatchObject([{ number: '5511987654321', name: 'Maria' }])
})

test('a person writes as the customer, sees the desk answer, and sees when it has read', inEveryBrowser, async () => {
  const [phone, customer] = [phoneNumber(), customerNumber()]
  const desk = await chatOpen(phone, customer)
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Tem bolo hoje? 🎂')
  await page.keyboard.press('Enter')
  const got = await desk.until(() => desk.received()[0])
  expect(got.message?.conversation).toBe('Tem bolo hoje? 🎂')
  await desk.sock.readMessages([got.key])
  await page.getByRole('img', { name: 'Lida pelo Guichê' }).waitFor()

  const { lidJid } = simulator.customer(customer)
  await desk.sock.sendPresenceUpdate('composing', lidJid)
  await page.getByText('a empresa está digitando…').waitFor()
  await desk.sock.sendMessage(lidJid, { image: sampleFile('picture'), caption: 'Temos!' })
  await bubbles().getByText('Temos!').waitFor()
  const width = () =>
    page.getByRole('img', { name: 'Temos!' }).evaluate((image: { naturalWidth?: number }) => image.naturalWidth)
  await expect.poll(width).toBe(480)

  await bubbles().last().hover()
  await bubbles().last().getByRole('button', { name: 'Reagir ❤️' }).click()
  await bubbles().last().getByRole('group', { name: 'Reações' }).waitFor()
  await bubbles().last().getByRole('button', { name: 'Responder' }).click()
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Quero um')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await desk.until(() => desk.received().some((message) => message.message?.extendedTextMessage?.text === 'Quero um'))

  // The page hears of the new message after the desk does, and its row moves the others up.
  await bubbles().filter({ hasText: 'Quero um' }).waitFor()
  await bubbles().first().hover()
  await bubbles().first().getByRole('button', { name: 'Editar' }).click()
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Tem torta hoje?')
  await page.keyboard.press('Enter')
  await page.getByText('editada').waitFor()
  await bubbles().first().hover()
  await bubbles().first().getByRole('button', { name: 'Apagar' }).click()
  await page.getByText('Mensagem apagada').first().waitFor()
})

test('the marks of a text are drawn as on a phone, and signs inside words are not', async () => {
  const desk = await chatOpen(phoneNumber(), customerNumber())
  const { lidJid } = simulator.customers()[0] as { lidJid: string }
  await desk.sock.sendMessage(lidJid, {
    text: '*Ana Ribeiro:*\nTemos _quase_ ~nada~, 2*3*4 e https://padaria.example/um_dois_tres'
  })
  const text = bubbles()
  await text.waitFor()
  expect(await text.locator('strong, em, s').allInnerTexts()).toEqual(['Ana Ribeiro:', 'quase', 'nada'])
  expect(await text.innerText()).toContain('2*3*4 e https://padaria.example/um_dois_tres')
})

test('people of the phone’s country come first', async () => {
  await simulator.createPhone({ number: '5511900001234', name: 'Padaria' })
  await simulator.createPhone({ number: '16025550100', name: 'Bakery' })
  simulator.createCustomer({ number: '16025550111', name: 'Abigail' })
  simulator.createCustomer({ number: '5511987654321', name: 'Zélia' })
  await page.goto(simulator.apiUrl)
  await people().first().waitFor()
  await expect.poll(() => people().allInnerTexts()).toEqual(['Zélia', 'Abigail'])
  await page.getByRole('button', { name: 'Bakery' }).click()
  await expect.poll(() => people().allInnerTexts()).toEqual(['Abigail', 'Zélia'])
})

test('what happens while the stream of events is not open yet is shown once it is', async () => {
  await simulator.createPhone({ number: phoneNumber(), name: 'Padaria' })
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  await page.route('**/api/events', async (route) => {
    await opened
    await route.continue()
  })
  await page.goto(simulator.apiUrl)
  await page.getByRole('button', { name: 'Padaria' }).waitFor()
  await simulator.createPhone({ number: '16025550100', name: 'Bakery' })
  open()
  expect(await page.getByRole('button', { name: 'Bakery' }).innerText()).toContain('Bakery')
  await page.unroute('**/api/events')
})

test('a QR code from elsewhere is refused in the language of the page', async () => {
  await simulator.createPhone({ number: phoneNumber(), name: 'Padaria' })
  await page.goto(simulator.apiUrl)
  await page.getByRole('button', { name: 'Ler QR code' }).click()
  await page.getByRole('textbox').last().fill('2@foreign,a,b,c')
  await page.getByRole('dialog').getByRole('button', { name: 'Ler QR code' }).click()
  await page.getByText('Ninguém mostra este QR code').waitFor()
  // The browser itself notes the refused call.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('410')])
})

test('a code of the desk is typed on the phone it is for, and a wrong one is refused in plain words', async () => {
  const phone = phoneNumber()
  await simulator.createPhone({ number: phone, name: 'Padaria' })
  await page.goto(simulator.apiUrl)
  const desk = openClient(simulator, undefined, { browser: ['Linux', 'Chrome', '1.0'] })
  await desk.until(() => desk.state.qr, 'the registration')
  const code = await desk.sock.requestPairingCode(phone)
  await page.getByText('O Guichê quer conectar este celular por código.').waitFor()
  const enter = async (typed: string) => {
    await page.getByLabel('Código do Guichê').fill(typed)
    await page.getByRole('button', { name: 'Conectar', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Digitar código' }).first().click()
  await enter('ZZZZ-ZZZZ')
  await page.getByText('Este não é o código que o Guichê mostra.').waitFor()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await enter(code)
  await desk.until(() => desk.closedWith === 515)
  client = await loginClient(simulator, desk)
  await page.getByText('Aparelho 1 · Linux').waitFor()
})

test('samples, a recording and special cases reach the desk', inEveryBrowser, async () => {
  const desk = await chatOpen(phoneNumber(), customerNumber())
  for (const name of ['Áudio de exemplo', 'Vídeo de exemplo', 'PDF de exemplo', 'Figurinha', 'Tipo desconhecido']) {
    const before = desk.received().length
    await page.getByRole('button', { name: 'Anexar' }).click()
    await page.getByRole('menuitem', { name }).click()
    await desk.until(() => desk.received().length > before, name)
  }
  await page.getByRole('button', { name: 'Gravar mensagem de voz' }).click()
  await page.getByText('0:01').waitFor()
  await page.getByRole('button', { name: 'Enviar mensagem de voz' }).click()
  const note = await desk.until(() =>
    desk
      .received()
      .find(
        (message) =>
          message.message?.audioMessage?.mimetype !== 'audio/ogg; codecs=opus' && message.message?.audioMessage
      )
  )
  expect(note.message?.audioMessage).toMatchObject({ ptt: true })
  expect(note.message?.audioMessage?.waveform).toHaveLength(64)
})

test('levers, lasting faults and refusals are pulled from the page', async () => {
  const phone = phoneNumber()
  const desk = await chatOpen(phone, customerNumber())
  await page.getByRole('switch', { name: 'Duplicar o que chega' }).check()
  await page.getByText('1 falha ligada').waitFor()
  expect(simulator.faults(phone).duplicateInbound).toBe(true)
  await page.getByRole('button', { name: 'Recusar', exact: true }).click()
  await page.getByText('463 → Ana Souza · 1×').waitFor()
  await page.getByRole('button', { name: 'Voltar ao normal' }).click()
  await page.getByText(/falhas? ligadas?/).waitFor({ state: 'detached' })
  expect(simulator.refusals()).toEqual([])
  await page.getByRole('button', { name: 'Derrubar a rede' }).click()
  await desk.until(() => desk.closedWith !== undefined)
  await page.getByText('desconectado').waitFor()
})

test('the page speaks three languages and fits a narrow screen', inEveryBrowser, async () => {
  await chatOpen(phoneNumber(), customerNumber())
  await page.getByRole('button', { name: 'EN', exact: true }).click()
  await page.getByText('Company phones').waitFor()
  await page.getByRole('button', { name: 'ES', exact: true }).click()
  await page.getByText('Teléfonos de la empresa').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Conversación', exact: true }).click()
  await page.getByRole('textbox', { name: 'Mensaje' }).waitFor()
  const overflow = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')
  expect(overflow).toBeLessThanOrEqual(0)
})
