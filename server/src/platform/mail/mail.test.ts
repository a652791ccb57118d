// Mail: through a real SMTP server on loopback, or into files.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pino } from 'pino'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { createMail } from './create-mail.ts'

const cleanups: (() => unknown)[] = []
let lines: string[] = []
const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })

afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
  lines = []
})

async function startSmtp(options: SMTPServerOptions = {}) {
  const received: { from: string; to: string[]; text: string }[] = []
  let connections = 0
  const take = async (stream: Readable, { mailFrom, rcptTo }: SMTPServerSession['envelope']) => {
    const text = Buffer.concat(await stream.toArray()).toString()
    received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text })
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => {
      connections++
      done()
    },
    onAuth: ({ username, password }, _session, done) =>
      username === 'desk' && password === 'p@ss' ? done(null, { user: 'desk' }) : done(new Error('wrong password')),
    onData: (stream, { envelope }, done) => {
      void take(stream, envelope).then(() => done(), done)
    },
    ...options
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  cleanups.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { port, received, connections: () => connections }
}

function mailTo(smtpUrl: string) {
  const mail = createMail({ smtpUrl, mailFrom: 'Guichê <no-reply@guiche.example>', dataDir: '/nowhere' }, log)
  cleanups.push(() => mail.close())
  return mail
}

const message = { to: 'ana@example.com', subject: 'Redefinição de senha', text: 'Código: 839201\nAté logo' }

test('a mail arrives with sender, accents and text, and connections are shared', async () => {
  const { port, received, connections } = await startSmtp()
  const mail = mailTo(`smtp://desk:p%40ss@127.0.0.1:${port}`)
  for (let n = 0; n < 5; n++) await mail.send(message)
  expect(received).toHaveLength(5)
  expect(received[0]).toMatchObject({ from: 'no-reply@guiche.example', to: ['ana@example.com'] })
  const text = received[0]?.text ?? ''
  expect(text).toMatch(/^From: =\?UTF-8\?.*<no-reply@guiche\.example>\r$/m)
  expect(text).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(text).toContain('839201')
  expect(connections()).toBe(1)
  expect(lines).toEqual([])
})

test('line breaks in a subject or an address do not become headers', async () => {
  const { port, received } = await startSmtp({ authOptional: true })
  const mail = mailTo(`smtp://127.0.0.1:${port}`)
  await mail.send({ ...message, subject: 'Oi\r\nBcc: eve@example.com' })
  expect(received[0]?.to).toEqual(['ana@example.com'])
  expect(received[0]?.text).not.toMatch(/^Bcc:/im)
})

test('a refusal is an error for the caller, and the log holds neither address nor text', async () => {
  const { port } = await startSmtp({
    authOptional: true,
    onRcptTo: (address, _session, done) =>
      done(Object.assign(new Error(`no ${address.address}`), { responseCode: 550 }))
  })
  await expect(mailTo(`smtp://127.0.0.1:${port}`).send(message)).rejects.toThrow(/550/)
  await expect(mailTo(`smtp://desk:wrong@127.0.0.1:${port}`).send(message)).rejects.toThrow(/Invalid login/)
  await expect(mailTo('smtp://127.0.0.1:1').send(message)).rejects.toThrow(/ECONNREFUSED/)
  expect(lines).toHaveLength(3)
  expect(lines.join('')).not.toMatch(/ana@example|839201|wrong/)
})

test('without SMTP a mail is written to a file only the server can read, and the log names the file alone', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'guiche-mail-'))
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const mail = createMail({ smtpUrl: undefined, mailFrom: 'x', dataDir }, log)
  await Promise.all([mail.send(message), mail.send(message)])
  const files = readdirSync(path.join(dataDir, 'mail'))
  expect(files).toHaveLength(2)
  const file = path.join(dataDir, 'mail', files[0] ?? '')
  expect(readFileSync(file, 'utf8')).toBe(
    'To: ana@example.com\nSubject: Redefinição de senha\n\nCódigo: 839201\nAté logo\n'
  )
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(lines.some((line) => line.includes(file))).toBe(true)
  expect(lines.join('')).not.toMatch(/839201|ana@example/)
})
