// The pipeline on GitHub: it names the systems, only what exists here, and hands no secret to foreign pull requests.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const read = (name: string): string => readFileSync(join(root, name), 'utf8')

interface Step {
  if?: string
  run?: string
  uses?: string
  env?: Record<string, string>
}
interface Job {
  permissions?: Record<string, string>
  strategy: { matrix: { os: string[]; edition?: string[] } }
  steps: Step[]
}
const workflow = parse(read('.github/workflows/desktop.yml')) as {
  on: Record<string, unknown>
  permissions: unknown
  jobs: Record<'test' | 'package', Job>
}
const whole = parse(read('.github/workflows/test.yml')) as {
  on: Record<string, { branches?: string[] } | null>
  permissions: unknown
  jobs: Record<string, { if?: string; steps: Step[] }>
}
const jobs = Object.values(workflow.jobs)
const commands = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))

test('every job runs on the three systems, and both editions are packed', () => {
  for (const { strategy } of jobs) {
    expect(strategy.matrix.os.map((os) => os.replace(/-.*/, '')).sort()).toEqual(['macos', 'ubuntu', 'windows'])
  }
  expect(workflow.jobs.package.strategy.matrix.edition).toEqual(['standard', 'admin'])
})

test('the tests run on the real Electron, which is fetched for them', () => {
  const own = workflow.jobs.test.steps.flatMap(({ run }) => run ?? [])
  const fetched = own.indexOf('npx install-electron')
  expect(fetched).toBeGreaterThan(own.indexOf('npm ci'))
  expect(own.findIndex((run) => run.includes('--project shell'))).toBeGreaterThan(fetched)
  const electron = JSON.parse(read('node_modules/electron/package.json')) as { bin: Record<string, string> }
  expect(Object.keys(electron.bin)).toContain('install-electron')
})

test('scripts, files and test projects that it names exist', () => {
  const all = commands.join('\n')
  const { scripts } = JSON.parse(read('desktop/package.json')) as { scripts: Record<string, string> }
  const named = [...all.matchAll(/npm run ([\w:-]+) -w desktop/g)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(0)
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  const files = [...all.matchAll(/node (\S+\.ts)/g)].map(([, file]) => file!)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  const configs = read('desktop/vitest.config.ts') + read('desktop/packaging/vitest.config.ts')
  const projects = [...all.matchAll(/--project (\w+)/g)].map(([, name]) => name!)
  expect(projects.filter((name) => !configs.includes(`name: '${name}'`))).toEqual([])
})

test('each push and pull request runs every check and every test, as .ci/run does it anywhere', () => {
  expect(whole.on).toMatchObject({ push: { branches: ['**'] }, pull_request: null })
  expect(workflow.on).toMatchObject({ push: { branches: ['**'] }, pull_request: null })
  const runs = Object.values(whole.jobs).flatMap((job) => (job.if === undefined ? job.steps : []))
  expect(runs.flatMap(({ run }) => run ?? [])).toEqual([
    ...['npm ci', 'npm run check'],
    ...['npm ci', 'npm audit --omit=dev --audit-level=high', 'npm audit signatures'],
    'node scripts/sbom.ts server guiche-server.cdx.json',
    '.ci/run'
  ])
  expect(read('.ci/run')).toContain('npm ci && npm test')
  // It sees no secret, so that a foreign pull request may run it.
  expect(whole.permissions).toEqual({ contents: 'read' })
  expect(read('.github/workflows/test.yml')).not.toContain('secrets.')
})

test('it may only read, and does not run for foreign pull requests with secrets', () => {
  expect(workflow.permissions).toEqual({ contents: 'read' })
  expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
  const secrets = jobs.flatMap(({ steps }) => steps).filter(({ env }) => JSON.stringify(env ?? {}).includes('secrets.'))
  expect(secrets.map(({ run }) => run)).toEqual(['npm run package -w desktop'])
})

test('a release carries its list of parts and a statement where it was built', () => {
  const { steps, permissions } = workflow.jobs.package
  const list = steps.findIndex(({ run }) => run?.startsWith('node scripts/sbom.ts desktop '))
  const statement = steps.find(({ uses }) => uses?.startsWith('actions/attest-build-provenance@'))
  expect(statement).toMatchObject({ if: "github.ref_type == 'tag'" })
  expect(list).toBeGreaterThan(steps.findIndex(({ run }) => run === 'npm run package -w desktop'))
  expect(list).toBeLessThan(steps.indexOf(statement!))
  expect(permissions).toEqual({ contents: 'read', 'id-token': 'write', attestations: 'write' })
  expect(workflow.jobs.test.permissions).toBeUndefined()
})
