// Files that attendants send: described, shown, served safely, whatever they are called and claim to be.
import { deflateSync, crc32 } from 'node:zlib'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listMessages, mostFiles, type Message } from '@guiche/shared/features/inbox/messages.ts'
import { buildTestApp, type TestApp } from '#test/server/build-test-app.ts'
import { makeCompany, type Company } from '#test/fixtures/factories.ts'
import { makeConnectionRow, makeTicket } from '#test/fixtures/make-ticket.ts'
import { formFile, formOf, postForm, storedFiles, type FormFile } from '#test/fixtures/upload.ts'

let app: TestApp
let company: Company
let ticketId: number

beforeAll(async () => {
  app = await buildTestApp()
  company = await makeCompany(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  const { id: connectionId } = await makeConnectionRow(company)
  ticketId = (await makeTicket(company, { status: 'open', userId: company.admin.id, connectionId })).id
})

const send = (medias: FormFile[], fields?: Record<string, string | string[]>, posters?: FormFile[]) =>
  postForm(app.url, company.admin.token, ticketId, formOf(medias, fields, posters))
async function sent(...given: Parameters<typeof send>): Promise<Message[]> {
  const answer = await send(...given)
  expect(answer, JSON.stringify(answer)).toMatchObject({ status: 200 })
  return answer.messages
}
async function sentOne(...given: Parameters<typeof send>): Promise<Message> {
  const [message, ...more] = await sent(...given)
  expect(more).toEqual([])
  return message as Message
}
async function fetchMedia(link: string | null, headers: Record<string, string> = {}) {
  const answer = await fetch(`${app.url}${new URL(link ?? '').pathname}`, { headers })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 30, b: 30 } } })
const png = () => picture(40, 30).png().toBuffer()
const sample = (name: string): Buffer => readFileSync(new URL(`../../../../simulator/assets/${name}`, import.meta.url))

describe('one call', () => {
  test('sends a file with its caption', async () => {
    const message = await sentOne([formFile('contrato.pdf', 'application/pdf', sample('document.pdf'))], {
      body: 'Segue o contrato'
    })
    expect(message).toMatchObject({
      body: 'Segue o contrato',
      mediaType: 'application',
      mediaName: 'contrato.pdf',
      mediaMime: 'application/pdf',
      mediaSize: sample('document.pdf').length,
      mediaState: 'ready',
      delivery: 'waiting'
    })
    const { status, bytes, headers } = await fetchMedia(message.mediaUrl)
    expect([status, bytes.equals(sample('document.pdf'))]).toEqual([200, true])
    expect(headers.get('content-disposition')).toContain('contrato.pdf')
    const byPath = await fetchMedia(`${app.url}/public/${message.mediaPath}`)
    expect([byPath.status, byPath.bytes.equals(bytes)]).toEqual([200, true])
  })

  test('sends many files in order, each with its own caption', async () => {
    const files = ['um', 'dois', 'três'].map((name) => formFile(`${name}.txt`, 'text/plain', name))
    const messages = await sent(files, { body: ['primeiro', '', 'terceiro'], clientId: 'abc' })
    expect(messages.map(({ mediaName, body, clientId }) => [mediaName, body, clientId])).toEqual([
      ['um.txt', 'primeiro', 'abc'],
      ['dois.txt', '', 'abc-1'],
      ['três.txt', 'terceiro', 'abc-2']
    ])
    const history = await company.admin.call(listMessages, { params: { ticketId }, query: {} })
    expect(history.body.messages.map(({ mediaName }) => mediaName)).toEqual(['um.txt', 'dois.txt', 'três.txt'])
  })

  test('leaves file names that legacy clients repeat as captions out', async () => {
    const [message] = await sent([formFile('um.txt', 'text/plain', 'um')], { body: 'um.txt' })
    expect(message?.body).toBe('')
  })

  test('takes text alone, and refuses neither text nor file', async () => {
    expect(await sentOne([], { body: 'Só texto' })).toMatchObject({ body: 'Só texto', mediaType: 'chat' })
    expect(await send([], { body: '  ' })).toMatchObject({ status: 400, error: 'ERR_EMPTY_MESSAGE' })
  })

  test('answers the message it quotes', async () => {
    const [first] = await sent([], { body: 'Qual?' })
    const message = await sentOne([formFile('este.txt', 'text/plain', 'x')], { quotedMsgId: first?.id ?? '' })
    expect(message.quotedMsg).toMatchObject({ body: 'Qual?' })
  })

  test('repeated by the client finds its first message, and its files are not kept twice', async () => {
    const again = () =>
      png().then((bytes) => sentOne([formFile('a.png', 'image/png', bytes)], { clientId: 'repetida' }))
    const first = await again()
    const before = storedFiles(app)
    expect((await again()).id).toBe(first.id)
    expect(storedFiles(app).toSorted()).toEqual(before.toSorted())
  })
})

describe('a picture', () => {
  test('has a thumbnail and its size', async () => {
    const message = await sentOne([formFile('foto.jpg', 'image/jpeg', await picture(1600, 900).jpeg().toBuffer())])
    expect(message).toMatchObject({ mediaType: 'image', mediaMime: 'image/jpeg', width: 1600, height: 900 })
    const small = await sharp((await fetchMedia(message.thumbnailUrl)).bytes).metadata()
    expect(small).toMatchObject({ format: 'jpeg', width: 480, height: 270 })
  })

  test('that lies on its side is shown upright', async () => {
    const bytes = await picture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const message = await sentOne([formFile('deitada.jpg', 'image/jpeg', bytes)])
    expect(message).toMatchObject({ width: 200, height: 400 })
    const small = await sharp((await fetchMedia(message.thumbnailUrl)).bytes).metadata()
    expect([small.width, small.height, small.orientation]).toEqual([200, 400, undefined])
  })

  test('may be a PNG that is called a JPEG', async () => {
    const message = await sentOne([formFile('foto.jpg', 'image/jpeg', await png())])
    expect(message).toMatchObject({ mediaType: 'image', mediaMime: 'image/png', mediaName: 'foto.jpg' })
  })

  test('that unpacks to more than the memory holds is not unpacked: it goes as a file', async () => {
    const bomb = hugePng(30_000)
    expect(bomb.length).toBeLessThan(300_000)
    expect(await sentOne([formFile('bomba.png', 'image/png', bomb)])).toMatchObject({
      mediaType: 'application',
      thumbnailUrl: null
    })
  })

  test('that is cut off goes as a file', async () => {
    const whole = await picture(800, 800).png().toBuffer()
    const message = await sentOne([formFile('meia.png', 'image/png', whole.subarray(0, 120))])
    expect(message).toMatchObject({ mediaType: 'application', mediaMime: 'image/png' })
  })
})

describe('a video', () => {
  test('tells its length and size, and shows the poster the console took', async () => {
    const poster = formFile('poster.jpg', 'image/jpeg', await picture(640, 360).jpeg().toBuffer())
    const message = await sentOne([formFile('filme.mp4', 'video/mp4', sample('video.mp4'))], {}, [poster])
    expect(message).toMatchObject({ mediaType: 'video', mediaMime: 'video/mp4' })
    expect(message.duration).toBeGreaterThan(0)
    expect(message.width).toBeGreaterThan(0)
    const small = await sharp((await fetchMedia(message.thumbnailUrl)).bytes).metadata()
    expect([small.width, small.height]).toEqual([480, 270])
  })

  test('takes the poster of its own place: the first belongs to the first video, an empty one to none', async () => {
    const poster = formFile('poster.jpg', 'image/jpeg', await png())
    const video = (name: string) => formFile(name, 'video/mp4', sample('video.mp4'))
    const files = [formFile('a.png', 'image/png', await png()), video('um.mp4'), video('dois.mp4')]
    const messages = await sent(files, {}, [formFile('nenhum.jpg', 'image/jpeg', ''), poster])
    expect(messages.map(({ thumbnailUrl }) => thumbnailUrl !== null)).toEqual([true, false, true])
  })

  test('goes out without a poster that is too large or no picture', async () => {
    const noise = Buffer.alloc(260 * 260 * 3).map(() => Math.random() * 256)
    const large = await sharp(noise, { raw: { width: 260, height: 260, channels: 3 } })
      .png()
      .toBuffer()
    expect(large.length).toBeGreaterThan(200_000)
    for (const bytes of [
      large,
      Buffer.from('MZ'.repeat(500)),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    ]) {
      const poster = formFile('poster.jpg', 'image/jpeg', bytes)
      const [message] = await sent([formFile('filme.mp4', 'video/mp4', sample('video.mp4'))], {}, [poster])
      expect(message).toMatchObject({ mediaType: 'video', thumbnailUrl: null })
    }
  })
})

describe('a file', () => {
  test('is served in ranges, so that players can seek', async () => {
    const { mediaUrl } = await sentOne([formFile('musica.mp3', 'audio/mpeg', sample('song.mp3'))])
    const whole = sample('song.mp3')
    const { status, headers, bytes } = await fetchMedia(mediaUrl, { range: 'bytes=1000-1999' })
    expect([status, headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${whole.length}`])
    expect(bytes.equals(whole.subarray(1000, 2000))).toBe(true)
    expect((await fetchMedia(mediaUrl, { range: 'bytes=-10' })).bytes.equals(whole.subarray(-10))).toBe(true)
  })

  test.for([
    ['svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['html', 'text/html', '<!doctype html><script>alert(1)</script>'],
    ['xhtml', 'application/xhtml+xml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>']
  ] as const)(
    'that could run code (%s) goes as a document and is never shown by the desk',
    async ([end, type, body]) => {
      const message = await sentOne([formFile(`pagina.${end}`, type, body)])
      expect(message).toMatchObject({ mediaType: 'application', mediaName: `pagina.${end}` })
      const { headers } = await fetchMedia(message.mediaUrl)
      expect(headers.get('content-disposition')).toMatch(/^attachment/)
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  )

  test.for([
    ['../../etc/passwd', 'passwd'],
    ['..\\..\\windows\\system.ini', 'system.ini'],
    ['/tmp/absoluto.txt', 'absoluto.txt'],
    ['..', 'arquivo'],
    ['com\tcontrole\u0007.txt', 'comcontrole.txt'],
    ['foto\u202egnp.exe', 'fotognp.exe'],
    [`${'a'.repeat(500)}.pdf`, `${'a'.repeat(146)}.pdf`],
    [`${'😀'.repeat(300)}.pdf`, `${'😀'.repeat(146)}.pdf`],
    ['ação é ótima.pdf', 'ação é ótima.pdf'],
    ['<img src=x onerror=alert(1)>.txt', '<img src=x onerror=alert(1)>.txt'],
    ["'; drop table messages; --.txt", "'; drop table messages; --.txt"]
  ] as const)('called %.40j is kept under a name that is safe', async ([name, kept]) => {
    const message = await sentOne([formFile(name, 'text/plain', 'conteúdo')])
    expect(message.mediaName).toBe(kept)
    expect((await fetchMedia(message.mediaUrl)).bytes.toString()).toBe('conteúdo')
    expect(storedFiles(app).filter((path) => !/^c\d+\/\d{4}-\d\d\/[\w-]+\.[a-z0-9]{1,8}$/.test(path))).toEqual([])
  })
})

test('thirty files go in one call', async () => {
  const files = Array.from({ length: mostFiles }, (_, index) => formFile(`${index}.txt`, 'text/plain', `${index}`))
  expect(await sent(files, { body: files.map(({ name }) => `nota ${name}`) })).toHaveLength(mostFiles)
})

/** A black square whose rows are all alike: little to send, much to unpack. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(content), 4)
    return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0))
  ])
}
