// look
import { chromium } from 'playwright'
import { findBrowser } from './find-browser.ts'
const base = 'http://127.0.0.1:3120/console'
const browser = await chromium.launch(await findBrowser())
async function page() { const ctx = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } }); return ctx.newPage() }
async function login(p: any, email: string, password = 'aurora') {
  await p.goto(`${base}/login`)
  await p.locator('input[type=email]').fill(email)
  await p.locator('input[type=password]').fill(password)
  await p.keyboard.press('Enter')
  await p.waitForURL((u: URL) => !u.pathname.endsWith('/login'), { timeout: 20000 }).catch(() => {})
}
const a = await page()
const t0 = Date.now()
a.on('response', async (r: any) => { if (r.status() === 401 || r.url().includes('refresh')) console.log(Date.now() - t0, r.status(), r.url().slice(-40), r.status() === 401 ? (await r.text().catch(() => '')).slice(0, 200) : '') })
a.on('websocket', (ws: any) => { console.log('ws'); ws.on('framereceived', (f: any) => { if (String(f.payload).includes('"by"') || String(f.payload).includes('auth')) console.log(Date.now() - t0, 'frame', String(f.payload).slice(0, 400)) }); ws.on('close', () => console.log(Date.now() - t0, 'ws closed')) })
await login(a, 'bruno@aurora.demo')
await a.waitForTimeout(3000)
const b = await page()
console.log(Date.now() - t0, 'login b')
await login(b, 'bruno@aurora.demo')
await a.waitForTimeout(4000)
console.log(await a.evaluate(() => sessionStorage.getItem('takenOver')))
await a.screenshot({ path: '/tmp/look/taken2.png' })
await browser.close()
