// Checks that the lock is whole: every optional package has its entry, and everything comes from the registry.
import { report, type Finding } from './finding.ts'
import { readLock, type Lock } from './lock.ts'

/** Without such an entry `npm install` succeeds and the next `npm ci` refuses. */
export function checkLock(lock: Lock): Finding[] {
  const findings: Finding[] = []
  const breach = (rule: string, text: string) => void findings.push({ rule, file: 'package-lock.json', line: 1, text })
  for (const one of lock.packages.values()) {
    for (const name of Object.keys(one.optionalDependencies ?? {})) {
      if (!lock.find(one.path, name))
        breach('complete', `${one.path || 'the project'} may need ${name}, which has no entry`)
    }
    const isOwn = one.link || one.resolved === undefined
    if (!isOwn && !one.resolved?.startsWith('https://registry.npmjs.org/')) {
      breach('source', `${one.path} does not come from the registry: ${one.resolved}`)
    }
    const asked = { ...one.dependencies, ...one.optionalDependencies }
    for (const [name, range] of Object.entries(asked)) {
      if (/^(?:git|github:|https?:|file:)/.test(range) || /^[\w-]+\/[\w.-]+/.test(range)) {
        breach('source', `${one.path || 'the project'} asks for ${name} from ${range}`)
      }
    }
  }
  return findings
}

if (import.meta.main) report('lock', checkLock(readLock(process.cwd())))
