// Files on their way to the desk: as a console sends them, or over a bare line that a test can break.
import { readdirSync, statSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join, relative } from 'node:path'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { ErrorBody } from '@guiche/shared/kernel/app-error.ts'
import type { TestApp } from './build-test-app.ts'

export interface FormFile {
  name: string
  type: string
  bytes: Uint8Array
}

export interface UploadAnswer extends Partial<ErrorBody> {
  status: number
  messages: Message[]
}

/** A file of a form. */
export function formFile(name: string, type: string, bytes: Uint8Array | string): FormFile {
  return {
    name,
    type,
    bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  }
}

/** Fields in their order, `medias` for files unless they go into `posters`. */
export function formOf(
  medias: FormFile[],
  fields: Record<string, string | string[]> = {},
  posters: FormFile[] = []
): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value)
  const append = (field: string, { name, type, bytes }: FormFile) =>
    form.append(field, new Blob([Buffer.from(bytes)], { type }), name)
  for (const file of medias) append('medias', file)
  for (const file of posters) append('posters', file)
  return form
}

/** Posts a form over the network. */
export async function postForm(url: string, token: string, ticketId: number, form: FormData): Promise<UploadAnswer> {
  const answer = await fetch(`${url}/messages/${ticketId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form
  })
  return { messages: [], ...((await answer.json()) as object), status: answer.status }
}

/** Files in the storage of a server, half ones included, by their path. */
export function storedFiles({ ctx }: TestApp): string[] {
  const folder = join(ctx.config.dataDir, 'media')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => relative(folder, path))
}

export interface OpenUpload {
  socket: Socket
  /** Sends further bytes of the file; resolves when they have left. */
  send(bytes: Uint8Array): Promise<void>
  /** Ends the file and the form. */
  finish(): Promise<void>
  /** What the server answered until now. */
  answer(): string
}

/** Begins an upload of one text file that the test goes on with by itself. */
export function beginUpload(url: string, token: string, ticketId: number): Promise<OpenUpload> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const boundary = 'a-boundary'
  let received = ''
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
  const write = (bytes: Uint8Array) =>
    new Promise<void>((done, fail) => socket.write(bytes, (error) => (error ? fail(error) : done())))
  const chunk = (bytes: Uint8Array) =>
    write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]))
  const head = [
    `POST /messages/${ticketId} HTTP/1.1`,
    'host: desk',
    `authorization: Bearer ${token}`,
    'transfer-encoding: chunked',
    `content-type: multipart/form-data; boundary=${boundary}`
  ]
  const part = [
    `--${boundary}`,
    'content-disposition: form-data; name="medias"; filename="long.txt"',
    'content-type: text/plain'
  ]
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject).on('error', () => {})
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      const opened: OpenUpload = {
        socket,
        send: chunk,
        finish: async () => {
          await chunk(Buffer.from(`\r\n--${boundary}--\r\n`))
          await write(Buffer.from('0\r\n\r\n'))
        },
        answer: () => received
      }
      chunk(Buffer.from(`${part.join('\r\n')}\r\n\r\n`)).then(() => resolve(opened), reject)
    })
  })
}
