// Makes what tests need: companies with a plan, people who are signed in, queues. Names never repeat.
import { login } from '@guiche/shared/features/org/auth.ts'
import { signUp } from '@guiche/shared/features/org/companies.ts'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { createQueue, queuePalette, type Queue } from '@guiche/shared/features/org/queues.ts'
import { createUser } from '@guiche/shared/features/org/users.ts'
import type { GrantablePermission, Profile } from '@guiche/shared/kernel/access.ts'
import type { Endpoint, EndpointInput } from '@guiche/shared/kernel/endpoint.ts'
import { plans } from '#database/tables/companies.ts'
import { readAccessToken } from '#features/org/auth/access-tokens.ts'
import { testSuper, type TestApp } from './build-test-app.ts'
import { injectCall, type Answer } from './inject-call.ts'
import { connectSocket, type TestSocket } from './test-socket.ts'

let last = 0
/** A number that this test file has not seen. */
export const unique = (): number => ++last

/** An address of its own for everybody, so that slowing down one does not slow down another. */
export function nextAddress(): string {
  const n = unique()
  return `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
}

export interface Person {
  id: number
  companyId: number
  name: string
  email: string
  password: string
  token: string
  sessionId: string
  /** Of the cookie. */
  refreshToken: string
  address: string
  /** Calls as this person. */
  call<E extends Endpoint>(endpoint: E, input?: EndpointInput<E>): Promise<Answer<E>>
  connect(): Promise<TestSocket>
}

export interface Company {
  test: TestApp
  id: number
  name: string
  plan: Plan
  admin: Person
}

/** The body of a call that must succeed; the error of one that does not says what the server logged. */
export function accepted<E extends Endpoint>(test: TestApp, answer: Answer<E>): Answer<E>['body'] {
  if (answer.status >= 500) throw new Error(`failed: ${answer.raw.body}\n${test.logged.slice(-5).join('')}`)
  if (answer.status >= 400) throw new Error(`refused: ${answer.status} ${answer.raw.body}`)
  return answer.body
}

/** Signs somebody in; a further login of the same user ends this one. */
export async function signIn(
  test: TestApp,
  { email, password }: { email: string; password: string },
  address = nextAddress()
): Promise<Person> {
  const answer = await injectCall(test.http, login, { body: { email, password } }, { from: address })
  const { token, user } = accepted(test, answer)
  const { id, companyId, name } = user
  return {
    id,
    companyId,
    name,
    email: user.email,
    password,
    token,
    address,
    sessionId: readAccessToken(test.ctx, token)?.sid ?? '',
    refreshToken: answer.raw.cookies.find((cookie) => cookie.name === 'jrt')?.value ?? '',
    call: (endpoint, input) => injectCall(test.http, endpoint, input, { token, from: address }),
    connect: () => connectSocket(test, { token, id, companyId })
  }
}

/** Roomy and with every feature, unless told otherwise. */
export async function makePlan(test: TestApp, wishes: Partial<Plan> = {}): Promise<Plan> {
  const roomy = { name: `Plano ${unique()}`, users: 100, connections: 100, queues: 100, value: 99 }
  const [row] = await test.ctx.db
    .insert(plans)
    .values({ ...roomy, ...wishes })
    .returning()
  if (!row) throw new Error('no plan was made')
  return row
}

/** A company that signed up, with its first admin signed in. */
export async function makeCompany(
  test: TestApp,
  wishes: { plan?: Partial<Plan>; name?: string; email?: string } = {}
): Promise<Company> {
  const plan = await makePlan(test, wishes.plan)
  const n = unique()
  const name = wishes.name ?? `Empresa ${n}`
  const credentials = { email: wishes.email ?? `admin${n}@empresa.test`, password: 'Senha-123' }
  const body = { ...credentials, name, planId: plan.id, phone: '(11) 98765-4321' }
  const { id } = accepted(test, await injectCall(test.http, signUp, { body }, { from: nextAddress() }))
  return { test, id, name, plan, admin: await signIn(test, credentials) }
}

interface UserWishes {
  profile?: Profile
  queueIds?: number[]
  allTicket?: 'enabled' | 'disabled'
  name?: string
  permissions?: GrantablePermission[]
}

/** Somebody of a company, signed in. */
export async function makeUser(company: Company, wishes: UserWishes = {}): Promise<Person> {
  const n = unique()
  const credentials = { email: `pessoa${n}@empresa.test`, password: 'Senha-123' }
  const body = { name: `Pessoa ${n}`, ...credentials, ...wishes }
  const { admin } = company
  const made = await admin.call(createUser, { body })
  // The login of an admin of old tests is no fresh one any more.
  const isAsked = made.error === 'ERR_CURRENT_PASSWORD_REQUIRED'
  const confirmed = { ...body, currentPassword: admin.password }
  accepted(company.test, isAsked ? await admin.call(createUser, { body: confirmed }) : made)
  return signIn(company.test, credentials)
}

/** A queue with a name and a colour of its own. */
export async function makeQueue(company: Company, wishes: { name?: string; color?: string } = {}): Promise<Queue> {
  const n = unique()
  const color = queuePalette[n] ?? `#${n.toString(16).padStart(6, '0')}`
  return accepted(
    company.test,
    await company.admin.call(createQueue, { body: { name: `Fila ${n}`, color, ...wishes } as never })
  )
}

/** The super user of the first start, signed in anew. */
export const signInSuper = (test: TestApp): Promise<Person> => signIn(test, testSuper)
