// Serves the built console, for a browser.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import type { FastifyInstance } from 'fastify'

const home = `${serverPaths.console}/`
const builtConsole = fileURLToPath(new URL('../../../desktop/dist/console/', import.meta.url))

const notBuilt = `<!doctype html><meta charset="utf-8"><title>Guichê</title>
<p>O console ainda não foi construído. Execute <code>npm run build</code> e recarregue esta página.</p>
<p>The console has not been built yet. Run <code>npm run build</code> and reload this page.</p>`

/** Browsers ask for the icon again whenever the address changes, with every conversation that is opened. */
function cachingOf(path: string): string {
  if (path.includes('/assets/')) return 'public, max-age=31536000, immutable'
  // A service worker that is kept would keep the build before as well.
  return /(\.html|service-worker\.js)$/.test(path) ? 'no-cache' : 'public, max-age=86400'
}

/**
 * Static files of `root` (a folder with a slash at its end) with long caching for hashed names; every other path below
 * the console's gets the page itself.
 */
export async function serveConsole(app: FastifyInstance, root = builtConsole): Promise<void> {
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.redirect(home))
  await app.register(staticFiles, {
    root,
    prefix: home,
    wildcard: true,
    decorateReply: false,
    index: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', cachingOf(path))
    }
  })
  const page = async () => (existsSync(`${root}index.html`) ? readFile(`${root}index.html`) : notBuilt)
  app.get(home, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await page())
  )
  // The router of the console owns its paths: what is no file is the page.
  app.setNotFoundHandler(async (request, reply) => {
    const isPage =
      request.method === 'GET' &&
      request.url.startsWith(serverPaths.console) &&
      !request.url.startsWith(`${home}assets/`)
    if (!isPage) return reply.status(404).send({ error: 'ERR_NOT_FOUND' })
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(await page())
  })
}
