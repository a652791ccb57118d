// A company with a connection that is paired with a simulated phone: the start of every long test.
import { signUp } from '@guiche/shared/features/org/companies.ts'
import { createConnection, showConnection, type Connection } from '@guiche/shared/features/inbox/connections.ts'
import { listPlans } from '@guiche/shared/features/org/plans.ts'
import type { Simulator } from '#simulator/simulator.ts'
import { callServer, signIn, type TestClient } from './test-client.ts'
import { eventually } from './eventually.ts'

export interface PairedCompany {
  admin: TestClient
  connections: Connection[]
  /** Numbers of the phones, one a connection. */
  phones: string[]
}

/** Creates a connection and scans its QR code with a new phone; resolves when it is connected. */
export async function pairConnection(
  admin: TestClient,
  simulator: Simulator,
  name: string,
  number: string
): Promise<Connection> {
  const phone = await simulator.createPhone({ number, name })
  const { id } = await admin.call(createConnection, { body: { name } })
  const look = () => admin.call(showConnection, { params: { id }, query: {} })
  const { qrcode } = await eventually(async () => {
    const now = await look()
    return now.status === 'qrcode' && now.qrcode !== '' ? now : null
  }, 'a QR code')
  await simulator.scanQr(phone.number, qrcode)
  return eventually(async () => {
    const now = await look()
    return now.status === 'CONNECTED' ? now : null
  }, 'the connection to open')
}

/** Signs a company up on a running desk and pairs `count` connections. */
export async function pairCompany(
  url: string,
  simulator: Simulator,
  { name = 'Padaria Aurora', count = 1, prefix = '55119', plan = 'Profissional' } = {}
): Promise<PairedCompany> {
  const plans = await callServer(url, listPlans)
  const chosen = plans.find((one) => one.name === plan) ?? plans.sort((a, b) => b.connections - a.connections)[0]
  if (!chosen) throw new Error('there is no plan to sign up with')
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}@example.com`
  await callServer(url, signUp, {
    body: { name, email, password: 'Segredo123', planId: chosen.id, phone: '11987654321' }
  })
  const admin = await signIn(url, email, 'Segredo123')
  const connections: Connection[] = []
  const phones: string[] = []
  for (let index = 0; index < count; index++) {
    const number = `${prefix}${String(10_000_000 + index)}`
    connections.push(await pairConnection(admin, simulator, `Linha ${index + 1}`, number))
    phones.push(number)
  }
  return { admin, connections, phones }
}
