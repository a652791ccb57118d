// Starts the server.
import { flushCompileCache } from 'node:module'
import './app/hasten-imports.ts'

// Not before the other file has run: what is imported above is loaded together.
await import('./app/run-server.ts')
flushCompileCache()
