// The policy the console's page runs under: own files, one server to talk to, and the player of the help videos.
import { videoPlayerOrigin } from '@guiche/shared/features/library/helps.ts'

/** The value of the header; `origins` are those of the server in use, none before it is chosen. */
export function contentPolicy(origins: readonly string[]): string {
  const sockets = origins.map((origin) => origin.replace(/^http/, 'ws'))
  const from = (...sources: string[]) => sources.join(' ')
  const rules = {
    'default-src': "'none'",
    'script-src': "'self'",
    'worker-src': from("'self'", 'blob:'),
    // Mantine writes its variables into the page.
    'style-src': from("'self'", "'unsafe-inline'"),
    'font-src': "'self'",
    'img-src': from("'self'", 'data:', 'blob:', ...origins),
    'media-src': from("'self'", 'blob:', ...origins),
    'frame-src': from('blob:', videoPlayerOrigin),
    'connect-src': from("'self'", 'blob:', ...origins, ...sockets),
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'"
  }
  return Object.entries(rules)
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}
