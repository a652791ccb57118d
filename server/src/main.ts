// Starts the server.
import { flushCompileCache } from 'node:module'
import './app/fast-imports.ts'

// Not before the other file has run: what is imported above is loaded together.
await import('./app/run-server.ts')
flushCompileCache()
