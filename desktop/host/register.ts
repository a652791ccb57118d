// `node --import ./host/register.ts`: makes `electron` mean the host, for import and require, in the app and in packages.
import { registerHooks } from 'node:module'

const host = new URL('./electron.ts', import.meta.url).href
const names = new Set(['electron', 'electron/main', 'electron/common', 'electron/utility'])

registerHooks({
  resolve(specifier, context, next) {
    // The second form is how Vitest imports a package: by the path that it has itself resolved.
    const isElectron = names.has(specifier) || specifier.endsWith('/node_modules/electron/index.js')
    return isElectron ? { url: host, format: 'module-typescript', shortCircuit: true } : next(specifier, context)
  }
})
