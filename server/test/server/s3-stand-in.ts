// A tiny S3 in memory: what the storage uses of the protocol, on loopback.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3StandIn {
  /** For STORAGE_URL. */
  url: string
  objects: Map<string, Buffer>
  /** Uploads in parts that were neither finished nor taken back. */
  openUploads(): number
  /** Answers every write from now on with this status and code, or works again with null. */
  refuse(answer: { status: number; code: string } | null): void
  /** Leaves every write from now on without an answer until `release`. */
  hold(): void
  release(): void
  /** Writes that wait for it. */
  held(): number
  close(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const errorXml = (code: string) => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`

function listXml(objects: Map<string, Buffer>, prefix: string): string {
  const contents = [...objects]
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, { length }]) => `<Contents><Key>${name}</Key><Size>${length}</Size></Contents>`)
  return `<ListBucketResult><Name>desk</Name>${contents.join('')}</ListBucketResult>`
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })
}

/** Where writes wait. */
function createGate() {
  let closed: { opened: Promise<void>; open: () => void } | null = null
  let held = 0
  return {
    /** Errors: when the caller has gone meanwhile. */
    pass: async ({ method, socket }: IncomingMessage): Promise<void> => {
      if (!closed || method !== 'PUT') return
      held += 1
      const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      await Promise.race([closed.opened, gone])
      held -= 1
      if (socket.destroyed) throw new Error('the caller has gone')
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      closed ??= { opened: promise, open: resolve }
    },
    release: () => {
      closed?.open()
      closed = null
    },
    held: () => held
  }
}

/** Takes only calls signed with the access key `guiche-key`, for the bucket `desk`. */
export async function startS3StandIn(): Promise<S3StandIn> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  let refusal: { status: number; code: string } | null = null
  let last = 0
  const { pass, ...gate } = createGate()

  const upload = async (request: IncomingMessage, response: ServerResponse, key: string, query: URLSearchParams) => {
    const id = query.get('uploadId') ?? ''
    const parts = uploads.get(id)
    if (request.method === 'POST' && query.has('uploads')) {
      uploads.set(String(++last), new Map())
      return response.end(
        `<InitiateMultipartUploadResult><Bucket>desk</Bucket><Key>${key}</Key><UploadId>${last}</UploadId></InitiateMultipartUploadResult>`
      )
    }
    if (!parts) return response.writeHead(404).end(errorXml('NoSuchUpload'))
    if (request.method === 'PUT') {
      const number = Number(query.get('partNumber'))
      parts.set(number, await bodyOf(request))
      return response.setHeader('etag', `"${number}"`).end()
    }
    uploads.delete(id)
    if (request.method === 'DELETE') return response.writeHead(204).end()
    const numbers = [...(await bodyOf(request)).toString().matchAll(/<PartNumber>(\d+)</g)].map(([, n]) => Number(n))
    objects.set(key, Buffer.concat(numbers.map((number) => parts.get(number) ?? Buffer.alloc(0))))
    return response.end(
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"x"</ETag></CompleteMultipartUploadResult>`
    )
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3')
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/')
    const key = rest.join('/')
    if (!request.headers.authorization?.includes('AWS4-HMAC-SHA256 Credential=guiche-key/') || bucket !== 'desk') {
      return response.writeHead(403).end(errorXml('AccessDenied'))
    }
    if (refusal && ['PUT', 'POST'].includes(request.method ?? '')) {
      await bodyOf(request)
      return response.writeHead(refusal.status).end(errorXml(refusal.code))
    }
    if (query.has('uploads') || query.has('uploadId')) return upload(request, response, key, query)
    if (request.method === 'PUT') {
      objects.set(key, await bodyOf(request))
      return response.setHeader('etag', '"x"').end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (query.has('list-type')) {
      return response.end(listXml(objects, query.get('prefix') ?? ''))
    }
    const found = objects.get(key)
    if (!found) return response.writeHead(404).end(request.method === 'HEAD' ? undefined : errorXml('NoSuchKey'))
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = from === undefined ? found : found.subarray(Number(from), Number(to) + 1)
    response.writeHead(from === undefined ? 200 : 206, { 'content-length': part.length })
    return response.end(request.method === 'HEAD' ? undefined : part)
  }

  const server = createServer((request, response) => {
    pass(request)
      .then(() => answer(request, response))
      .catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `s3://guiche-key:sec%2Fret%2Bplus@s3.example.com/desk?endpoint=${endpoint}`,
    objects,
    openUploads: () => uploads.size,
    refuse: (next) => (refusal = next),
    ...gate,
    close: () => end(server)
  }
}
