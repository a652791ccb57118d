// The desk's screens as people use them.
import { expect, type Browser, type Locator, type Page } from 'playwright/test'
import type { Person } from './seed.ts'

/** Opens the console and signs in; ends on the first screen of the person. */
export async function signIn(page: Page, url: string, person: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.goto(`${url}/console/login`)
  await page.getByLabel(/e-?mail/i).fill(person.email)
  await page.getByLabel(/senha/i).first().fill(person.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).not.toHaveURL(/login/)
}

/** A person at the ticket screen. */
export class TicketsPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Signs somebody in at a computer of their own. */
  static async open(browser: Browser, url: string, person: Person): Promise<TicketsPage> {
    const context = await browser.newContext({ permissions: ['microphone'] })
    const page = await context.newPage()
    await signIn(page, url, person)
    await page.goto(`${url}/console/tickets`)
    return new TicketsPage(page)
  }

  /** Chooses the server in a desktop app that has none yet, and signs in. */
  async firstStart(url: string, { email, password }: Person): Promise<void> {
    await this.page.getByLabel('Endereço do servidor').fill(url)
    await this.page.getByText(/^Servidor encontrado/).waitFor()
    await this.page.getByRole('button', { name: 'Usar este servidor' }).click()
    await this.page.getByLabel('E-mail').fill(email)
    await this.page.getByLabel('Senha', { exact: true }).fill(password)
    await this.page.getByRole('button', { name: 'Entrar' }).click()
  }

  async signOut(): Promise<void> {
    await this.page.getByRole('button', { name: 'Sua conta' }).click()
    await this.page.getByRole('button', { name: 'Sair' }).click()
    await this.page.getByLabel('E-mail').waitFor()
  }

  /** The row of a customer in whatever list is shown. */
  row(name: string): Locator {
    return this.page.getByRole('link', { name: new RegExp(name) })
  }

  async showWaiting(): Promise<void> {
    await this.page.locator('label').filter({ hasText: 'Aguardando' }).click()
  }

  /** Takes a waiting customer; ends in the open conversation, when the server has said so: it is shown before. */
  async accept(name: string): Promise<void> {
    await this.showWaiting()
    const accepted = this.page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && /\/tickets\/\d+$/.test(answer.url())
    )
    await this.page.getByRole('button', { name: `Aceitar ${name}` }).click()
    await (await accepted).finished()
    await expect(this.field(name)).toBeEnabled()
  }

  field(name: string): Locator {
    return this.page.getByRole('textbox', { name: `Mensagem para ${name}` })
  }

  async write(name: string, text: string): Promise<void> {
    await this.field(name).fill(text)
    await this.field(name).press('Enter')
  }

  /** Sends a text file in the open conversation. */
  async sendFile(name: string, text: string): Promise<void> {
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
    await this.page.locator('input[type=file]').first().setInputFiles(file)
    await this.page.getByRole('button', { name: 'Enviar', exact: true }).click()
  }

  /** Bubbles that hold a text. */
  bubble(text: string): Locator {
    return this.page.getByRole('article').filter({ hasText: text })
  }

  /** The tick of an own message. */
  tick(bubble: Locator, state: 'Enviada' | 'Entregue' | 'Lida' | 'Ouvida'): Locator {
    return bubble.getByLabel(state, { exact: true })
  }

  close(): Promise<void> {
    return this.page.context().close()
  }
}
