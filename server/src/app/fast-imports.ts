// Makes the start faster: keeps what was compiled, and spares Node looking up again what it found before.
import { enableCompileCache, registerHooks, type ResolveFnOutput } from 'node:module'

enableCompileCache()

const root = new URL('../../../', import.meta.url).href
/** Where our own files found packages and each other's folders: `drizzle-orm`, `#features/…`. */
const found = new Map<string, ResolveFnOutput>()

/** A file that is named by its place, where there is nothing to look for. */
function atPlace(specifier: string, parentURL: string): ResolveFnOutput {
  const format = specifier.endsWith('.ts') ? 'module-typescript' : 'module'
  return { url: new URL(specifier, parentURL).href, format, shortCircuit: true }
}

// For every file of a package, and for every import of it, Node reads the package's description anew, and Drizzle's is as
// long as a book: three quarters of a second and 240 MB. Ours find the same package under the same name, whichever asks.
registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL = '' } = context
    const isNear = specifier.startsWith('.')
    const isDrizzles = parentURL.includes('/drizzle-orm/') && parentURL.endsWith('.js')
    if (isDrizzles && isNear && specifier.endsWith('.js')) return atPlace(specifier, parentURL)
    const isOurs = parentURL.startsWith(root) && !parentURL.includes('/node_modules/')
    if (!isOurs) return next(specifier, context)
    if (isNear && specifier.endsWith('.ts')) return atPlace(specifier, parentURL)
    if (isNear) return next(specifier, context)
    const name = `${parentURL.slice(root.length).split('/', 1)[0]} ${specifier}`
    const known = found.get(name) ?? next(specifier, context)
    found.set(name, known)
    return { ...known, shortCircuit: true }
  }
})
