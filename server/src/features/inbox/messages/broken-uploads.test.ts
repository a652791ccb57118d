// Uploads that break off, stand still, lie or are too large: a clear refusal, and nothing of them stays.
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listMessages, mostFiles } from '@guiche/shared/features/inbox/messages.ts'
import { updateTicket } from '@guiche/shared/features/inbox/tickets.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { eventually } from '#test/eventually.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'
import { beginUpload, formFile, formOf, postForm, storedFiles, type FormFile } from '#test/fixtures/upload.ts'

const megabyte = 1024 * 1024

let app: TestApp
let company: Company
let ticketId: number

beforeAll(async () => {
  app = await buildTestApp({ config: { maxUpload: 2 * megabyte, uploadSilence: 1_500 } })
  company = await makeCompany(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  const { id: connectionId } = await makeConnectionRow(company)
  ticketId = (await makeTicket(company, { status: 'open', userId: company.admin.id, connectionId })).id
})

const send = (medias: FormFile[], fields?: Record<string, string | string[]>) =>
  postForm(app.url, company.admin.token, ticketId, formOf(medias, fields))
const begin = () => beginUpload(app.url, company.admin.token, ticketId)
/** An upload whose first bytes are in storage. */
async function begun() {
  const upload = await begin()
  await upload.send(Buffer.alloc(100_000, 'x'))
  await eventually(() => storedFiles(app).length === 1, 'the file to begin')
  return upload
}
const some = formFile('nota.txt', 'text/plain', 'uma nota')

async function expectNothing() {
  const history = await company.admin.call(listMessages, { params: { ticketId }, query: {} })
  expect(history.body.messages).toEqual([])
  expect(storedFiles(app)).toEqual([])
}

describe('a file that is too large', () => {
  test('is refused with the limit, and the files before it are removed', async () => {
    const large = formFile('grande.bin', 'application/octet-stream', Buffer.alloc(2 * megabyte + 1))
    expect(await send([some, large])).toMatchObject({
      status: 413,
      error: 'ERR_MEDIA_TOO_LARGE',
      values: { megabytes: 2 }
    })
    await expectNothing()
  })

  test('is refused in words that the caller can read after having sent everything', async () => {
    const upload = await begin()
    upload.socket.pause()
    for (let sent = 0; sent < 16; sent++) await upload.send(Buffer.alloc(megabyte))
    await upload.finish()
    upload.socket.resume()
    await eventually(() => upload.answer().includes('ERR_MEDIA_TOO_LARGE'), 'the refusal', 5_000)
    upload.socket.destroy()
    await expectNothing()
  })

  test('is one byte more than one that is taken', async () => {
    const full = formFile('cheio.bin', 'application/octet-stream', Buffer.alloc(2 * megabyte))
    expect(await send([full])).toMatchObject({ status: 200, messages: [{ mediaSize: 2 * megabyte }] })
    await app.ctx.storage.remove(storedFiles(app)[0] ?? '')
  })
})

describe('a file that lies', () => {
  test.for([
    ['an exe', 'foto.png', 'image/png', Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(600)])],
    ['a page', 'foto.jpg', 'image/jpeg', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', 'som.mp3', 'audio/mpeg', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj')],
    ['a zip', 'filme.mp4', 'video/mp4', Buffer.from('PK\x03\x04'.padEnd(300, '\0'), 'latin1')]
  ] as const)('%s called %s is refused', async ([, name, type, bytes]) => {
    expect(await send([some, formFile(name, type, bytes)])).toMatchObject({
      status: 400,
      error: 'ERR_MEDIA_TYPE_MISMATCH'
    })
    await expectNothing()
  })

  test('and one that is empty is refused', async () => {
    expect(await send([formFile('vazio.txt', 'text/plain', '')])).toMatchObject({
      status: 400,
      error: 'ERR_MEDIA_BROKEN'
    })
    await expectNothing()
  })
})

describe('a form', () => {
  test('of one file too many is refused whole', async () => {
    const files = Array.from({ length: mostFiles + 1 }, (_, index) => formFile(`${index}.txt`, 'text/plain', 'x'))
    expect(await send(files)).toMatchObject({ status: 400, error: 'ERR_VALIDATION', fields: { medias: /30/ } })
    await expectNothing()
  })

  test.for([
    ['body', { body: 'x'.repeat(65_537) }],
    ['body', { body: 'x'.repeat(400_000) }],
    ['body', { body: 'nul \0 nul' }],
    ['clientId', { clientId: 'c'.repeat(65) }],
    ['waveform', { waveform: '9'.repeat(20_000) }],
    ['quotedMsgId', { quotedMsgId: 'q'.repeat(101) }]
  ] as const)('with an absurd %s is refused', async ([name, fields]) => {
    const answer = await send([some], fields)
    expect(answer).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
    expect(Object.keys(answer.fields ?? {})[0]).toContain(name)
    await expectNothing()
  })

  test('with hundreds of fields, or fields that name prototypes, is refused', async () => {
    expect(await send([some], { body: Array.from({ length: 100 }, () => 'x') })).toMatchObject({ status: 400 })
    expect(await send([some], { __proto__x: 'x', constructor: 'x' })).toMatchObject({ status: 400 })
    await expectNothing()
  })

  test('with odd values of lesser fields is taken', async () => {
    const answer = await send([some], { voice: 'yes?', waveform: '{"not":"a list"}', quotedMsgId: "' or 1=1 --" })
    expect(answer).toMatchObject({ status: 200, messages: [{ isVoice: false, quotedMsg: null }] })
    for (const path of storedFiles(app)) await app.ctx.storage.remove(path)
  })

  test('that is none is refused', async () => {
    const post = (type: string, body: string) =>
      fetch(`${app.url}/messages/${ticketId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${company.admin.token}`, 'content-type': type },
        body
      }).then(async (answer) => [answer.status, ((await answer.json()) as { error: string }).error])
    expect(await post('multipart/form-data', 'x')).toEqual([400, 'ERR_MALFORMED_BODY'])
    expect(await post('multipart/form-data; boundary=b', 'no boundary in here')).toEqual([
      400,
      'ERR_UPLOAD_INTERRUPTED'
    ])
    expect(await post('text/csv', 'a;b')).toEqual([415, 'ERR_UNSUPPORTED_MEDIA_TYPE'])
    expect(await post('application/json', '{"body":')).toEqual([400, 'ERR_MALFORMED_BODY'])
    await expectNothing()
  })
})

describe('an upload', () => {
  test('whose line breaks leaves nothing', async () => {
    const upload = await begun()
    upload.socket.resetAndDestroy()
    await eventually(() => storedFiles(app).length === 0, 'the file to go')
    await expectNothing()
  })

  test('that stands still is ended after the configured silence', async () => {
    const upload = await begin()
    await upload.send(Buffer.alloc(10_000, 'x'))
    const since = Date.now()
    await once(upload.socket, 'close')
    expect(Date.now() - since).toBeGreaterThanOrEqual(1_300)
    await eventually(() => storedFiles(app).length === 0, 'the file to go')
    await expectNothing()
  })

  test('that is slow but comes is taken, longer than the silence that is allowed', async () => {
    const upload = await begin()
    const since = Date.now()
    while (Date.now() - since < 2_500) {
      await upload.send(Buffer.from('devagar '))
      await new Promise((next) => setTimeout(next, 100))
    }
    await upload.finish()
    await eventually(() => upload.answer().startsWith('HTTP/1.1 200'), 'the answer')
    upload.socket.destroy()
    for (const path of storedFiles(app)) await app.ctx.storage.remove(path)
  })

  test('is taken although the token ends on its way: it was asked for at the start', async () => {
    const upload = await begun()
    app.clock.advance(16 * 60_000)
    expect((await company.admin.call(listMessages, { params: { ticketId }, query: {} })).error).toBe(
      'ERR_SESSION_EXPIRED'
    )
    await upload.send(Buffer.from('até o fim'))
    await upload.finish()
    await eventually(() => upload.answer().startsWith('HTTP/1.1 200'), 'the answer')
    upload.socket.destroy()
    app.clock.advance(-16 * 60_000)
    for (const path of storedFiles(app)) await app.ctx.storage.remove(path)
  })

  test('into a ticket that is closed on its way is refused, and its file removed', async () => {
    const upload = await begun()
    await company.admin.call(updateTicket, { params: { id: ticketId }, body: { status: 'closed' } })
    await upload.finish()
    await eventually(() => upload.answer().includes('ERR_TICKET_NOT_OPEN'), 'the refusal')
    upload.socket.destroy()
    await expectNothing()
  })

  test('by nobody is refused before its bytes are kept', async () => {
    const upload = await beginUpload(app.url, 'no token', ticketId)
    await upload.send(Buffer.alloc(100_000, 'x'))
    await eventually(() => upload.answer().startsWith('HTTP/1.1 403'), 'the refusal')
    expect(storedFiles(app)).toEqual([])
    upload.socket.destroy()
  })
})

test('the rest of the desk works on while an upload stands still', async () => {
  const upload = await begin()
  expect(await send([some])).toMatchObject({ status: 200 })
  upload.socket.destroy()
  for (const path of storedFiles(app)) await app.ctx.storage.remove(path)
})
