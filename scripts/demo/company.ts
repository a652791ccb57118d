// The companies, people and customers of the demonstration; made once, through the same calls as any client makes.
import type { Bakery } from '../../server/sample/bakery.ts'
import { seedExtras } from './extras.ts'

export const superUser = { email: 'super@guiche.local', password: 'super-guiche' }

/** Of the house to everybody, in the languages that people read. */
const announcements = [
  {
    language: 'pt',
    title: 'Novidade: campanhas com confirmação',
    text: 'Agora dá para perguntar antes de enviar: quem diz não fica de fora. Veja em Campanhas.',
    priority: 3
  },
  {
    language: 'pt',
    title: 'Manutenção programada',
    text: 'No domingo, das 2h às 2h15, as mensagens ficam guardadas e saem logo depois.',
    priority: 2
  },
  {
    language: 'en',
    title: 'New: campaigns that ask first',
    text: 'You can now ask before you send: whoever says no is left out. See Campaigns.',
    priority: 3
  },
  {
    language: 'en',
    title: 'Scheduled maintenance',
    text: 'On Sunday from 2:00 to 2:15 messages are kept and go out right afterwards.',
    priority: 2
  },
  {
    language: 'es',
    title: 'Novedad: campañas con confirmación',
    text: 'Ahora se puede preguntar antes de enviar: quien dice que no queda fuera. Mira en Campañas.',
    priority: 3
  },
  {
    language: 'es',
    title: 'Mantenimiento programado',
    text: 'El domingo, de 2:00 a 2:15, los mensajes se guardan y salen enseguida.',
    priority: 2
  }
]

/** One film stands for those that a house makes of its own. */
const video = 'aqz-KE-bpKQ'
const helps = [
  {
    language: 'pt',
    title: 'Como conectar um celular',
    description: 'Vídeo de exemplo: em Conexões, peça o QR code e leia com o WhatsApp.'
  },
  {
    language: 'pt',
    title: 'Como atender em equipe',
    description: 'Vídeo de exemplo: filas, transferências e observações entre colegas.'
  },
  {
    language: 'en',
    title: 'How to connect a phone',
    description: 'Sample video: ask for the QR code in Connections and scan it with WhatsApp.'
  },
  {
    language: 'en',
    title: 'How to answer together',
    description: 'Sample video: queues, transfers and notes between colleagues.'
  },
  {
    language: 'es',
    title: 'Cómo conectar un teléfono',
    description: 'Video de ejemplo: en Conexiones, pide el código QR y léelo con WhatsApp.'
  },
  {
    language: 'es',
    title: 'Cómo atender en equipo',
    description: 'Video de ejemplo: colas, transferencias y notas entre colegas.'
  }
].map((help) => ({ ...help, video }))

interface Answer {
  status: number
  body: Record<string, unknown>
}

interface Asked {
  method: string
  path: string
  body?: unknown
  token?: string | undefined
}

async function request(base: string, { method, path, body, token }: Asked): Promise<Answer> {
  const answer = await fetch(`${base}${path}`, {
    method,
    headers: {
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {})
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) })
  })
  return { status: answer.status, body: (await answer.json().catch(() => ({}))) as Record<string, unknown> }
}

function demand({ status, body }: Answer, what: string): Record<string, unknown> {
  if (status >= 400) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Milliseconds. */
const dayLength = 24 * 3600 * 1000

function callerAt(base: string, token?: string) {
  return async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> =>
    demand(await request(base, { method, path, body, token }), path)
}
type Caller = ReturnType<typeof callerAt>

/** What the helper may who leads the others: beside what attendants may, to see everything and how it goes. */
const leads = [
  ...['tickets:takeOver', 'tickets:transfer', 'messages:delete', 'contacts-page:write', 'campaigns-page:write'],
  'campaigns-page:export',
  'tickets:seeAll',
  'ticket-options:deleteTicket',
  'contacts-page:renumber',
  'contacts-page:import',
  'contact-lists-page:delete',
  'dashboard:view'
]

interface SignedIn {
  as: Caller
  user: { id: number; companyId: number }
}

async function signIn(server: string, { email, password }: { email: string; password: string }): Promise<SignedIn> {
  const { token, user } = await callerAt(server)('POST', '/auth/login', { email, password })
  return { as: callerAt(server, token as string), user: user as SignedIn['user'] }
}

/**
 * The demonstration is not to end with its trial, has an invoice to pay, and shows campaigns, which the super user alone
 * switches on.
 */
async function giveYear(asSuper: Caller, companyId: number, invoice: string): Promise<void> {
  const inDays = (days: number) => new Date(Date.now() + days * dayLength).toISOString()
  await asSuper('PUT', `/companies/${companyId}`, { dueDate: inDays(365), campaignsEnabled: true })
  await asSuper('POST', '/invoices', { detail: invoice, value: 150, dueDate: inDays(6), companyId })
}

/** Makes a company with queues, people, a connection and a past; `data` is the server's data folder. */
async function seedCompany(
  server: string,
  { language, company, timeZone, people, role, queues, connection, payer, invoice, ...extras }: Bakery,
  { data, asSuper, planId }: { data: string; asSuper: Caller; planId: number | undefined }
): Promise<void> {
  const { admin, seller, helper, reader } = people
  const credentials = { email: admin.email, password: admin.password }
  await callerAt(server)('POST', '/companies/cadastro', { ...company, ...credentials, planId, language })
  const { as, user } = await signIn(server, credentials)
  // Whoever signs in while this goes on, as the admin too, is not to end it.
  const letSeveralIn = (value: string) => as('PUT', '/settings/severalLogins', { value })
  await letSeveralIn('enabled')
  await as('PUT', `/users/${user.id}`, { name: admin.name })
  await as('PUT', `/companies/${user.companyId}/schedules`, { schedules: [], timeZone: timeZone.name })
  const ids = new Map<string, number>()
  for (const queue of queues) ids.set(queue.name, Number((await as('POST', '/queue', queue))['id']))
  const { id: roleId } = await as('POST', '/roles', { name: role, permissions: leads })
  const users: number[] = []
  for (const { queue, ...person } of [seller, helper]) {
    const place = { profile: 'user', queueIds: [ids.get(queue)], ...(person.email === helper.email ? { roleId } : {}) }
    const draft = { ...person, ...place, allTicket: 'enabled' }
    users.push(Number((await as('POST', '/users', draft))['id']))
  }
  await as('POST', '/users', { ...reader, profile: 'admin' })
  await giveYear(asSuper, user.companyId, invoice)
  await as('POST', '/whatsapp', { ...connection, isDefault: true, queueIds: [...ids.values()] })
  // Asking how the next period is paid writes its invoice.
  if (payer) await as('POST', '/subscription', { ...payer, useAddressForPaymentDetails: true })
  await seedExtras(as, { ...extras, language, data, users })
  await letSeveralIn('disabled')
}

/** Of the plan that all of them have: a month and its campaigns, bytes, and what one more person or connection costs. */
const planLimits = { messages: 1_000, campaigns: 4, storage: 250_000_000, userPrice: 19.9, connectionPrice: 49.9 }

/** Makes the companies that are not there yet; answers with them. */
export async function seedCompanies(
  server: string,
  data: string,
  bakeries: readonly Bakery[]
): Promise<readonly Bakery[]> {
  const missing: Bakery[] = []
  for (const bakery of bakeries) {
    const { email, password } = bakery.people.reader
    const { status } = await request(server, { method: 'POST', path: '/auth/login', body: { email, password } })
    if (status !== 200) missing.push(bakery)
  }
  if (missing.length === 0) return missing
  const plans = (await callerAt(server)('GET', '/plans/list')) as unknown as { id: number; connections: number }[]
  const planId = plans.toSorted((a, b) => b.connections - a.connections)[0]?.id
  const { as: asSuper } = await signIn(server, superUser)
  if (missing.length === bakeries.length) {
    // Limits, so that there is something to see of how much of them is used.
    if (planId !== undefined) await asSuper('PUT', `/plans/${planId}`, planLimits)
    for (const announcement of announcements) await asSuper('POST', '/announcements', announcement)
    for (const help of helps) await asSuper('POST', '/helps', help)
  }
  await Promise.all(missing.map((bakery) => seedCompany(server, bakery, { data, asSuper, planId })))
  return missing
}

/** Makes the phones and the customers, and tells the simulator where the QR codes can be read. */
export async function seedSimulator(api: string, server: string, bakeries: readonly Bakery[]): Promise<void> {
  const call = callerAt(api)
  const known = (await call('GET', '/api/phones')) as unknown as { number: string }[]
  for (const { phone, phonePast, customers, strangers, people } of bakeries) {
    if (!known.some(({ number }) => number === phone.number)) {
      await call('POST', '/api/phones', phone)
      for (const stranger of strangers) await call('POST', '/api/customers', stranger)
      for (const { number, name } of customers) await call('POST', '/api/customers', { number, name, addressing: 'pn' })
      const messages = phonePast.flatMap(({ stranger, days, lines }) =>
        lines.map((line, index) => ({
          customer: strangers[stranger]?.number,
          from: line.startsWith('>') ? 'handset' : 'customer',
          content: { type: 'text', text: line.replace(/^>/, '') },
          at: Date.now() - days * dayLength + index * 3 * 60_000,
          read: true
        }))
      )
      if (messages.length > 0) await call('POST', `/api/phones/${phone.number}/past`, { messages })
    }
    const { email, password } = people.reader
    await call('POST', '/api/desks', { url: server, email, password })
  }
}

/** Pairs a company's phone as if somebody had read the QR code. Errors: no code within a minute. */
export async function pairPhone(api: string, server: string, { phone, people }: Bakery): Promise<void> {
  const { as } = await signIn(server, people.reader)
  const until = Date.now() + 60_000
  while (Date.now() < until) {
    const [connection] = (await as('GET', '/whatsapp')) as unknown as { status: string; qrcode: string | null }[]
    if (connection?.status === 'CONNECTED') return
    if (connection?.qrcode) {
      // A code that ended in the meantime is followed by the next one.
      const path = `/api/phones/${phone.number}/scan`
      await request(api, { method: 'POST', path, body: { qr: connection.qrcode } })
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  throw new Error(`${phone.name}: its connection showed no QR code that could be read`)
}
