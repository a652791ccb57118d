// The company, people and customers of the demonstration; made once, through the same calls as any client makes.
import { pastCustomers } from '../server/sample/past-customers.ts'
import { seedExtras } from './demo-extras.ts'

export const people = {
  super: { email: 'super@guiche.local', password: 'super-guiche' },
  admin: { name: 'Ana Ribeiro', email: 'ana@aurora.demo', password: 'aurora' },
  seller: { name: 'Bruno Castro', email: 'bruno@aurora.demo', password: 'aurora', queue: 'Vendas' },
  helper: { name: 'Carla Nunes', email: 'carla@aurora.demo', password: 'aurora', queue: 'Suporte' },
  /** Reads the QR code for the page of the simulated phones, so that no person's login is taken over. */
  reader: { name: 'Celular simulado', email: 'celular@aurora.demo', password: 'aurora' }
}

const company = { name: 'Padaria Aurora', phone: '11987654321' }

const queues = [
  {
    name: 'Vendas',
    color: '#2f9e44',
    orderQueue: 1,
    greetingMessage: 'Olá! Você está falando com o setor de vendas da Padaria Aurora.'
  },
  { name: 'Suporte', color: '#1971c2', orderQueue: 2, greetingMessage: 'Olá! Conte para a gente o que aconteceu.' },
  { name: 'Financeiro', color: '#f08c00', orderQueue: 3, greetingMessage: '' }
]

/** Of the house to everybody, in the languages that people read. */
const announcements = [
  {
    title: 'Novidade: campanhas com confirmação',
    text: 'Agora dá para perguntar antes de enviar: quem diz não fica de fora. Veja em Campanhas.',
    priority: 3
  },
  {
    title: 'Mantenimiento programado · Scheduled maintenance',
    text: 'El domingo, de 2h a 2h15: los mensajes se guardan y salen después. On Sunday from 2:00 to 2:15 messages are kept and go out afterwards.',
    priority: 2
  }
]

const payer = {
  firstName: 'Ana Ribeiro',
  address1: 'Rua das Flores, 120',
  city: 'São Paulo',
  state: 'SP',
  zipcode: '01310-100',
  country: 'BR',
  useAddressForPaymentDetails: true
}

const phone = { number: '5511912340000', name: 'Padaria Aurora' }

const customers = [
  { number: '5511987650001', name: 'Mariana Alves', addressing: 'lid' },
  { number: '5521987650002', name: 'João Pedro Santos', addressing: 'lid' },
  { number: '5531987650003', name: 'Beatriz Moura', addressing: 'pn' },
  { number: '351912345678', name: 'Tiago Ferreira', addressing: 'lid' },
  { number: '5491123456789', name: 'Lucía Fernández', addressing: 'lid' },
  { number: '14155550123', name: 'Emily Carter', addressing: 'pn' }
]

interface Answer {
  status: number
  body: Record<string, unknown>
}

const request = async (base: string, method: string, path: string, body?: unknown, token?: string): Promise<Answer> => {
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

const demand = ({ status, body }: Answer, what: string): Record<string, unknown> => {
  if (status >= 400) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
  return body
}

/**
 * The demonstration is not to end with its trial, has an invoice to pay, and shows campaigns, which the super user alone
 * switches on.
 */
const giveYear = async (desk: string): Promise<void> => {
  const { token } = demand(await request(desk, 'POST', '/auth/login', people.super), 'login') as { token: string }
  const all = demand(await request(desk, 'GET', '/companies/list', undefined, token), 'companies') as unknown as {
    id: number
    name: string
  }[]
  const made = all.find(({ name }) => name === company.name)
  const dueDate = new Date(Date.now() + 365 * 24 * 3600 * 1000).toISOString()
  demand(await request(desk, 'PUT', `/companies/${made?.id}`, { dueDate, campaignsEnabled: true }, token), 'company')
  for (const announcement of announcements) {
    demand(await request(desk, 'POST', '/announcements', announcement, token), 'announcement')
  }
  const soon = new Date(Date.now() + 6 * 24 * 3600 * 1000).toISOString()
  const invoice = { detail: 'Treinamento da equipe', value: 150, dueDate: soon, companyId: made?.id }
  demand(await request(desk, 'POST', '/invoices', invoice, token), 'invoice')
}

/** Makes the company with queues, people, a connection and a past, unless it is there; `data` is the server's data folder. */
export const seedDesk = async (desk: string, data: string): Promise<void> => {
  const { admin, seller, helper, reader } = people
  const credentials = { email: admin.email, password: admin.password }
  if ((await request(desk, 'POST', '/auth/login', { email: reader.email, password: reader.password })).status === 200)
    return
  const plans = demand(await request(desk, 'GET', '/plans/list'), 'plans') as unknown as {
    id: number
    connections: number
  }[]
  const plan = plans.sort((a, b) => b.connections - a.connections)[0]
  demand(
    await request(desk, 'POST', '/companies/cadastro', { ...company, ...credentials, planId: plan?.id }),
    'sign-up'
  )
  const { token, user } = demand(await request(desk, 'POST', '/auth/login', credentials), 'login') as {
    token: string
    user: { id: number }
  }
  const as = async (method: string, path: string, body?: unknown) =>
    demand(await request(desk, method, path, body, token), path)

  await as('PUT', `/users/${user.id}`, { name: admin.name })
  const ids = new Map<string, number>()
  for (const queue of queues) ids.set(queue.name, Number((await as('POST', '/queue', queue))['id']))
  const users: number[] = []
  for (const { queue, ...person } of [seller, helper]) {
    const draft = { ...person, profile: 'user', queueIds: [ids.get(queue)], allTicket: 'enabled' }
    users.push(Number((await as('POST', '/users', draft))['id']))
  }
  await as('POST', '/users', { ...reader, profile: 'admin' })
  await giveYear(desk)
  await as('POST', '/whatsapp', {
    name: 'Loja',
    isDefault: true,
    queueIds: [...ids.values()],
    greetingMessage: 'Olá! Bem-vindo à Padaria Aurora. Em que podemos ajudar?',
    complationMessage: 'Obrigado pelo contato! Até logo.'
  })
  // Asking how the next period is paid writes its invoice.
  await as('POST', '/subscription', payer)
  await seedExtras(as, { data, email: admin.email, users })
}

/** Makes the phone and the customers, and tells the simulator where the QR code can be read. */
export const seedSimulator = async (api: string, desk: string): Promise<void> => {
  const known = demand(await request(api, 'GET', '/api/phones'), 'phones') as unknown as unknown[]
  if (known.length === 0) {
    demand(await request(api, 'POST', '/api/phones', phone), 'phone')
    const before = pastCustomers.map(({ number, name }) => ({ number, name, addressing: 'pn' }))
    for (const customer of [...customers, ...before])
      demand(await request(api, 'POST', '/api/customers', customer), 'customer')
  }
  demand(
    await request(api, 'POST', '/api/desks', {
      url: desk,
      email: people.reader.email,
      password: people.reader.password
    }),
    'desk'
  )
}
