// A company to play in, made through the same calls as any client makes.
import type { Phones } from './phones.ts'

export interface Person {
  id: number
  name: string
  email: string
  password: string
}

export interface SeededCompany {
  admin: Person
  /** Attends the queue Vendas. */
  seller: Person
  /** Attends the queue Suporte. */
  helper: Person
  queues: { vendas: number; suporte: number }
  /** Somebody new in a new queue: sees nothing that other journeys left unread. */
  hire(name: string, queueName: string): Promise<{ person: Person; queueId: number }>
  /** Calls the server as the admin's twin, so that no journey's login is taken over. */
  call<T>(method: string, path: string, body?: unknown): Promise<T>
  /** Makes a connection that serves these queues and pairs it with a new phone; the phone's number. A name that another
   * journey has taken gets a number. */
  pair(phones: Phones, name: string, queueIds: number[]): Promise<string>
}

const password = 'Segredo-1'

interface Call {
  method: string
  path: string
  body?: unknown
  token?: string
}

async function request<T>(url: string, { method, path, body, token }: Call): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {})
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as T
}

let phonesMade = 0
// A company shows no two queues in one colour: as many as journeys may hire for.
const colorsOfHired = ['#e8590c', '#9c36b5', '#e03131', '#0c8599', '#5f3dc4', '#f08c00', '#c2255c', '#3b5bdb']

/** Signs a company up with two queues and three people. */
export async function seedCompany(url: string): Promise<SeededCompany> {
  const plans = await request<{ id: number; connections: number }[]>(url, { method: 'GET', path: '/plans/list' })
  const plan = plans.toSorted((a, b) => b.connections - a.connections)[0]
  const robot = { email: 'robo@aurora.test', password }
  await request(url, {
    method: 'POST',
    path: '/companies/cadastro',
    body: { name: 'Padaria Aurora', phone: '11987654321', planId: plan?.id, ...robot }
  })
  const login = () => request<{ token: string }>(url, { method: 'POST', path: '/auth/login', body: robot })
  let session = await login()
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    try {
      return await request<T>(url, { method, path, body, token: session.token })
    } catch (error) {
      if (!String(error).includes('ERR_SESSION')) throw error
      session = await login()
      return request<T>(url, { method, path, body, token: session.token })
    }
  }
  const queue = async (name: string, color: string) =>
    (await call<{ id: number }>('POST', '/queue', { name, color })).id
  const colorsLeft = [...colorsOfHired]
  const queues = { vendas: await queue('Vendas', '#2f9e44'), suporte: await queue('Suporte', '#1971c2') }
  const person = async (name: string, email: string, further: object): Promise<Person> => ({
    ...(await call<{ id: number }>('POST', '/users', { name, email, password, currentPassword: password, ...further })),
    name,
    email,
    password
  })
  return {
    admin: await person('Ana Ribeiro', 'ana@aurora.test', { profile: 'admin' }),
    seller: await person('Bruno Castro', 'bruno@aurora.test', { profile: 'user', queueIds: [queues.vendas] }),
    helper: await person('Carla Nunes', 'carla@aurora.test', { profile: 'user', queueIds: [queues.suporte] }),
    queues,
    call,
    hire: async (name, queueName) => {
      const queueId = await queue(queueName, colorsLeft.shift() ?? '')
      const email = `${queueName.toLowerCase()}@aurora.test`
      return { queueId, person: await person(name, email, { profile: 'user', queueIds: [queueId] }) }
    },
    pair: async (phones, wanted, queueIds) => {
      const taken = (await call<{ name: string }[]>('GET', '/whatsapp')).filter((one) => one.name.startsWith(wanted))
      const name = taken.length === 0 ? wanted : `${wanted} (${taken.length + 1})`
      const phone = await phones.addPhone(`551140${String(10_000_000 + phonesMade++).slice(-6)}`, name)
      const { id } = await call<{ id: number }>('POST', '/whatsapp', { name, queueIds, greetingMessage: 'Olá!' })
      const until = Date.now() + 60_000
      let scanned = ''
      for (;;) {
        const now = await call<{ status: string; qrcode: string }>('GET', `/whatsapp/${id}`)
        if (now.status === 'CONNECTED') return phone
        if (now.qrcode !== '' && scanned === '') {
          scanned = now.qrcode
          await phones.scan(phone, now.qrcode)
        }
        if (Date.now() > until) throw new Error(`${name} was not paired: ${now.status}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  }
}
