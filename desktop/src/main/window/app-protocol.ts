// Serves the built console at app://bundle: files of one folder and nothing beside it, under the content policy.
import { protocol } from 'electron'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { cachedMediaPath } from '#bridge/snapshot-channels.ts'
import { isOwnUrl, ownScheme } from '../platform/own-page.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.wasm': 'application/wasm'
}

/** Has to be called before the app is ready. */
export function registerScheme(): void {
  return protocol.registerSchemesAsPrivileged([
    {
      scheme: ownScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true }
    }
  ])
}

/** The file that an address means, or null when it leads out of the folder. */
export function fileOf(folder: string, url: string): string | null {
  if (!isOwnUrl(url)) return null
  let path: string
  try {
    path = decodeURIComponent(new URL(url).pathname)
  } catch {
    return null
  }
  // Back-slashes and NUL mean something else to a file system than to an address.
  if (/[\\\0]/.test(path)) return null
  const file = normalize(join(folder, path))
  return file === folder || file.startsWith(folder + sep) ? file : null
}

const notFound = () => new Response('not found', { status: 404, headers: { 'content-type': 'text/plain' } })

const readOr = (file: string): Promise<Buffer | null> => readFile(file).catch(() => null)

/** Answers requests of the page. The console owns its paths: what has no ending is the page itself. */
export function createAppHandler(folder: string, policy: () => string, media: (request: Request) => Promise<Response>) {
  return async (request: Request): Promise<Response> => {
    const file = fileOf(folder, request.url)
    if (file === null || request.method !== 'GET') return notFound()
    if (new URL(request.url).pathname === cachedMediaPath) return media(request)
    const isPage = extname(file) === '' || file === join(folder, 'index.html')
    const found = isPage ? join(folder, 'index.html') : file
    const type = types[extname(found)]
    const body = type === undefined ? null : await readOr(found)
    if (body === null || type === undefined) return notFound()
    const headers: Record<string, string> = { 'content-type': type, 'x-content-type-options': 'nosniff' }
    if (isPage) headers['content-security-policy'] = policy()
    headers['cache-control'] = isPage ? 'no-store' : 'max-age=31536000, immutable'
    return new Response(new Uint8Array(body), { headers })
  }
}

/** Serves the console from now on. */
export const serveApp = (folder: string, ...further: [() => string, (request: Request) => Promise<Response>]): void =>
  protocol.handle(ownScheme, createAppHandler(normalize(folder), ...further))
