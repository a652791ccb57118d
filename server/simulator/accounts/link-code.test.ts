// Linking by code with an unmodified Baileys client: the right code, wrong ones, refusals, and what a phone is told.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSimulator, type Simulator } from '../simulator.ts'
import { loginClient, openClient, type Client } from '../testing/baileys-client.ts'
import { phoneNumber } from '../testing/numbers.ts'

let simulator: Simulator
let phone: string
let desk: Client
beforeAll(async () => {
  simulator = await startSimulator({ api: false })
})
beforeEach(async () => {
  phone = phoneNumber()
  await simulator.createPhone({ number: phone, name: 'Padaria' })
  // WhatsApp links by code only what names a common browser and system.
  desk = openClient(simulator, undefined, { browser: ['Linux', 'Chrome', '1.0'] })
  await desk.until(() => desk.state.qr, 'the registration')
})
afterEach(async () => {
  simulator.clearFaults()
  await desk.close()
})
afterAll(() => simulator.stop())

async function askCode(number = phone): Promise<string> {
  const code = await desk.sock.requestPairingCode(number)
  await simulator.waitFor(() => simulator.waiting().some(({ codeFor }) => codeFor === number))
  return code
}

test('a companion is linked by the code that is typed on its phone, as people type it', async () => {
  const code = await askCode()
  await simulator.enterCode(phone, `${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)
  await desk.until(() => desk.closedWith === 515, 'the restart after linking')
  desk = await loginClient(simulator, desk)
  expect(desk.creds.me?.id).toBe(`${phone}:1@s.whatsapp.net`)
  expect(simulator.phone(phone).devices).toMatchObject([{ id: 1, online: true, label: 'Linux' }])
})

test('a wrong code is refused, and the right one is taken afterwards', async () => {
  const code = await askCode()
  const wrong = code.startsWith('1') ? `2${code.slice(1)}` : `1${code.slice(1)}`
  await expect(simulator.enterCode(phone, wrong)).rejects.toThrow('this is not the code that the desk shows')
  expect(simulator.phone(phone).devices).toEqual([])
  await simulator.enterCode(phone, code)
  expect(simulator.phone(phone).devices).toHaveLength(1)
})

test('a code is taken on the phone it was asked for alone, and not once it is old', async () => {
  const code = await askCode()
  const other = phoneNumber()
  await simulator.createPhone({ number: other })
  const nobody = 'no desk waits for a code on this phone'
  await expect(simulator.enterCode(other, code)).rejects.toThrow(nobody)
  simulator.setFaults({ expireQr: true })
  await expect(simulator.enterCode(phone, code)).rejects.toThrow(nobody)
  simulator.clearFaults()
  await desk.close()
  await simulator.waitFor(() => simulator.waiting().length === 0)
  await expect(simulator.enterCode(phone, code)).rejects.toThrow(nobody)
})

const refusals: [string, number, () => Promise<unknown>][] = [
  ['too many codes', 429, async () => simulator.setFaults({ linkCodeFailure: 429 })],
  ['a number that is no phone', 404, async () => (phone = '5511900000000')]
]

test.each(refusals)('%s are refused with %i', async (_what, expected, prepare) => {
  await prepare()
  const answers: string[] = []
  desk.sock.ws.on('CB:iq,type:error', ({ content }: { content: { attrs: { code: string } }[] }) =>
    answers.push(...content.map(({ attrs }) => attrs.code))
  )
  await desk.sock.requestPairingCode(phone)
  await desk.until(() => answers.length > 0, 'the refusal')
  expect(answers).toEqual([String(expected)])
  expect(simulator.waiting()).toMatchObject([{ codeFor: undefined }])
})

test('a companion with a name of its own is refused, as WhatsApp refuses it', async () => {
  const named = openClient(simulator, undefined, { browser: ['Guichê', 'Chrome', '1.0'] })
  const answers: unknown[] = []
  named.sock.ws.on('CB:iq,type:error', (node: unknown) => answers.push(node))
  await named.until(() => named.state.qr, 'the registration')
  await named.sock.requestPairingCode(phone)
  await named.until(() => answers.length > 0, 'the refusal')
  expect(answers).toMatchObject([{ content: [{ attrs: { code: '400' } }] }])
  await named.close()
})
