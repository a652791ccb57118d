// What of an address may be logged: paths that carry people, codes or signed links are cut, and so are secret query values.
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The path carries what no log shows. */
    hasSecretPath?: boolean
  }
}

/** Query values that must never reach a log. */
const secretQuery = /([?&](?:token|code|password|hmac)=)[^&\s]*/gi

/** Makes the spelling of addresses for logs. To be called before the routes are made, whose `hasSecretPath` it reads. */
export function hideSecretPaths(app: FastifyInstance): (url: string) => string {
  const beginnings = new Set<string>()
  app.addHook('onRoute', ({ url, config }) => {
    if (config?.hasSecretPath) beginnings.add(url.slice(0, url.indexOf(':')).toLowerCase())
  })
  return (url) => {
    const path = url.toLowerCase().replaceAll(/\/{2,}/g, '/')
    const beginning = [...beginnings].find((one) => path.startsWith(one))
    return beginning === undefined ? url.replace(secretQuery, '$1…') : `${beginning}…`
  }
}
