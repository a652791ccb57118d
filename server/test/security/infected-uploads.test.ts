// The attack: somebody hands over a file with a virus, at whichever call takes files, for others to open or for customers to get.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sendExternally } from '@guiche/shared/features/automation/external-api.ts'
import { createAnnouncement } from '@guiche/shared/features/library/announcements.ts'
import { sendMessage } from '@guiche/shared/features/inbox/messages.ts'
import { sendCompanyArchive } from '@guiche/shared/features/org/company-archives.ts'
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import { features } from '#app/features.ts'
import { accepted, makeCompany, signInSuper, type Company, type Person } from '../fixtures/factories.ts'
import { giveToken, makeConnectionRow } from '../fixtures/make-ticket.ts'
import { formFile, formOf, storedFiles } from '../fixtures/upload.ts'
import { inputFor } from '../routes/route-inputs.ts'
import { buildTestApp, type TestApp } from '../server/build-test-app.ts'
import { eicar, startClamd, type ClamdStandIn } from '../server/clamd-stand-in.ts'
import { pathOf } from '../server/inject-call.ts'

const takingFiles = features
  .flatMap((feature) => feature.routes ?? [])
  .map(({ endpoint }) => endpoint)
  .filter(({ multipart }) => multipart === true)
const scanned = takingFiles.filter(({ isEncryptedUpload }) => isEncryptedUpload !== true)

let app: TestApp
let clamd: ClamdStandIn
let company: Company
let boss: Person
let token: string

beforeAll(async () => {
  clamd = await startClamd()
  app = await buildTestApp({ config: { virusScanner: clamd.address } })
  ;[company, boss] = [await makeCompany(app), await signInSuper(app)]
  token = await giveToken(company, (await makeConnectionRow(company)).id)
})
afterAll(async () => {
  await app.close()
  await clamd.close()
})
beforeEach(() => clamd.behave('honest'))

async function paramsOf(endpoint: Endpoint) {
  if (!endpoint.path.startsWith('/announcements/')) return (await inputFor(endpoint, company)).params
  const body = { title: 'Manutenção', text: 'No domingo.' } as never
  return { id: accepted(app, await boss.call(createAnnouncement, { body })).id }
}

function tokenOf({ access }: Endpoint): string {
  return access === 'external-token' ? token : access === 'super' ? boss.token : company.admin.token
}

async function send(endpoint: Endpoint, content: string, fields = {}) {
  const answer = await fetch(app.url + pathOf(endpoint, { params: await paramsOf(endpoint) }), {
    method: endpoint.method,
    headers: { authorization: `Bearer ${tokenOf(endpoint)}` },
    // A sheet by its name: some calls take no other file.
    body: formOf([formFile('lista.csv', 'text/csv', content)], fields)
  })
  return { status: answer.status, body: (await answer.json()) as { error?: string; values?: object } }
}

test('every call that takes files is tried, and one alone takes them as they are: it takes what is encrypted', () => {
  expect(scanned.length).toBeGreaterThanOrEqual(10)
  expect(takingFiles.filter((endpoint) => !scanned.includes(endpoint))).toEqual([sendCompanyArchive])
})

test.for(scanned.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s refuses it, says what it is, keeps nothing and leaves a line in the log',
  async ([route, endpoint]) => {
    const before = storedFiles(app)
    const logged = app.logged.length
    const fields = endpoint === sendExternally ? { number: '5511987654321' } : {}
    expect(await send(endpoint, `nome;numero\n${eicar}`, fields)).toEqual({
      status: 422,
      body: { error: 'ERR_FILE_INFECTED', values: { virus: 'Eicar-Test' } }
    })
    expect(storedFiles(app)).toEqual(before)
    const line = app.logged.slice(logged).find((text) => text.includes('a file with a virus was refused'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      route,
      companyId: expect.any(Number) as number,
      virus: 'Eicar-Test'
    })
  }
)

test.for(scanned.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s takes nothing while the scanner is away, and says that it passes',
  async ([, endpoint]) => {
    clamd.behave('cut')
    const before = storedFiles(app)
    const fields = endpoint === sendExternally ? { number: '5511987654321' } : {}
    expect(await send(endpoint, 'nome;numero', fields)).toEqual({
      status: 503,
      body: { error: 'ERR_FILE_NOT_CHECKED' }
    })
    expect(storedFiles(app)).toEqual(before)
  }
)

async function post(files: string[], posters: string[] = []) {
  const form = formOf(
    files.map((content, n) => formFile(`${n}.txt`, 'text/plain', content)),
    { body: 'Veja' },
    posters.map((content) => formFile('poster.jpg', 'image/jpeg', content))
  )
  const answer = await fetch(app.url + pathOf(sendMessage, { params: await paramsOf(sendMessage) }), {
    method: 'POST',
    headers: { authorization: `Bearer ${company.admin.token}` },
    body: form
  })
  return { status: answer.status, ...((await answer.json()) as { error?: string; messages?: unknown[] }) }
}

test('one bad file among good ones takes all of them back; a poster is a file, too; honest ones go out', async () => {
  const before = storedFiles(app)
  expect(await post(['a', 'b', eicar, 'c'])).toMatchObject({ status: 422, error: 'ERR_FILE_INFECTED' })
  expect(await post(['a'], [eicar])).toMatchObject({ status: 422, error: 'ERR_FILE_INFECTED' })
  expect(storedFiles(app)).toEqual(before)
  const honest = await post(['a', 'b'])
  expect([honest.status, honest.messages?.length]).toEqual([200, 2])
  expect(storedFiles(app)).toHaveLength(before.length + 2)
})

test('a file beyond the limits of the scanner is refused as too large to check, in the middle of the form', async () => {
  clamd.behave('limit')
  const before = storedFiles(app)
  expect(await post(['x'.repeat(3_000_000), 'b'])).toMatchObject({ status: 413, error: 'ERR_FILE_TOO_LARGE_TO_CHECK' })
  expect(storedFiles(app)).toEqual(before)
})

test('an encrypted archive is not scanned: nothing would be seen in it', async () => {
  clamd.behave('cut')
  expect(await send(sendCompanyArchive, `age-encryption.org/v1\n${eicar}`)).toMatchObject({ status: 200 })
})

test('the measurements count files, what was found and what was not checked; a scanner that is away leaves the server ready', async () => {
  const countsOf = async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    return Object.fromEntries(
      [...text.matchAll(/^guiche_virus_scans_total\{result="(\w+)"\} (\d+)$/gm)].map(([, result, n]) => [
        result,
        Number(n)
      ])
    )
  }
  const before = await countsOf()
  await post(['a', eicar])
  clamd.behave('cut')
  await post(['a'])
  const after = await countsOf()
  const risen = ['clean', 'found', 'failed'].map((result) => (after[result] ?? 0) - (before[result] ?? 0))
  expect(risen).toEqual([1, 1, 1])
  expect((await fetch(`${app.url}/ready`)).status).toBe(200)
})
