// look
import { chromium } from 'playwright'
import { findBrowser } from './find-browser.ts'
const base = 'http://127.0.0.1:3120/console'
const out = '/tmp/look'
const browser = await chromium.launch(await findBrowser())
const sizes = { big: { viewport: { width: 1440, height: 900 } }, mid: { viewport: { width: 1280, height: 720 } }, phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } } as any
async function page(size: string, lang = 'pt-BR', dark = false) {
  const ctx = await browser.newContext({ locale: lang, reducedMotion: 'reduce', colorScheme: dark ? 'dark' : 'light', ...sizes[size] })
  return ctx.newPage()
}
async function login(p: any, email: string, password = 'aurora') {
  await p.goto(`${base}/login`)
  await p.locator('input[type=email]').fill(email)
  await p.locator('input[type=password]').fill(password)
  await p.keyboard.press('Enter')
  await p.waitForURL((u: URL) => !u.pathname.endsWith('/login'), { timeout: 20000 }).catch(() => {})
}
const shot = (p: any, name: string) => p.screenshot({ path: `${out}/${name}.png` })
const step = async (name: string, f: () => Promise<void>) => { try { await f() } catch (e) { console.log(name, String(e).slice(0, 300)) } }
for (const [lang, email, size, dark] of [['pt-BR', 'ana@aurora.demo', 'big', false], ['en-GB', 'amy@bakery.demo', 'mid', true], ['es-ES', 'alicia@panaderia.demo', 'phone', false]] as const) {
  const l = lang.slice(0, 2)
  const a = await page(size, lang, dark)
  await login(a, email)
  await a.waitForTimeout(2500)
  await step('campaigns', async () => {
    await a.goto(`${base}/campaigns`); await a.waitForTimeout(2000); await shot(a, `${l}-campaigns`)
    const hrefs = await a.locator('a[href*="campaign"]').evaluateAll((n: any[]) => n.map((x) => x.getAttribute('href')))
    console.log(l, hrefs)
    const rep = hrefs.find((h: string) => /\d/.test(h))
    if (rep) { await a.goto(new URL(rep, base).href); await a.waitForTimeout(2500); await a.screenshot({ path: `${out}/${l}-report.png`, fullPage: false })
      await a.mouse.move(size === 'phone' ? 200 : 700, 500); await a.mouse.wheel(0, 700); await a.waitForTimeout(500); await shot(a, `${l}-report2`) }
  })
  await step('new campaign', async () => {
    await a.goto(`${base}/campaigns`); await a.waitForTimeout(1500)
    await a.getByRole('button', { name: /nova campanha|new campaign|nueva campaña/i }).first().click()
    await a.waitForTimeout(1200); await shot(a, `${l}-step1`)
    const next = () => a.getByRole('dialog').getByRole('button', { name: /avançar|próximo|continuar|next|siguiente/i }).first().click()
    for (const i of [2, 3, 4]) { await next(); await a.waitForTimeout(800); await shot(a, `${l}-step${i}`) }
  })
  await step('quick', async () => { await a.goto(`${base}/quick-messages`); await a.waitForTimeout(1500); await shot(a, `${l}-quick`) })
  await step('schedules', async () => { await a.goto(`${base}/schedules`); await a.waitForTimeout(1500); await shot(a, `${l}-schedules`) })
  await step('connections', async () => { await a.goto(`${base}/connections`); await a.waitForTimeout(1500); await shot(a, `${l}-connections`)
    await a.getByRole('button', { name: /qr/i }).first().click({ timeout: 4000 }); await a.waitForTimeout(1500); await shot(a, `${l}-pairing`) })
  await step('contacts', async () => { await a.goto(`${base}/contacts`); await a.waitForTimeout(1500)
    await a.getByRole('button', { name: /import/i }).first().click({ timeout: 4000 }); await a.waitForTimeout(800); await shot(a, `${l}-import`) })
  await step('taken', async () => {
    const b = await page(size, lang, dark)
    await a.goto(`${base}/tickets`); await a.waitForTimeout(1500)
    await login(b, email); await a.waitForTimeout(2500); await shot(a, `${l}-taken`)
  })
}
for (const [size, dark, lang] of [['big', false, 'pt-BR'], ['phone', true, 'pt-BR'], ['big', false, 'en-GB'], ['big', true, 'es-ES']] as const) {
  const s = await page(size, lang, dark)
  await s.goto('http://127.0.0.1:4610'); await s.waitForTimeout(2500); await shot(s, `sim-${size}-${lang}-${dark}`)
}
await browser.close()
