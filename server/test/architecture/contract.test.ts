// Holds the contract in shared/ against the server: every endpoint mounted, every realtime event published.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '@guiche/shared/kernel/endpoint.ts'
import type { WireEvent } from '@guiche/shared/kernel/wire-event.ts'
import { features } from '#app/features.ts'

const project = join(import.meta.dirname, '../../..')
const contracts = globSync('shared/src/features/**/*.ts', { cwd: project, exclude: ['**/*.test.ts'] }).sort()

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
const isWireEvent = (value: unknown): value is WireEvent =>
  typeof value === 'object' && value !== null && 'channel' in value && 'payload' in value

interface Declared<T> {
  file: string
  name: string
  value: T
}

const declared: Declared<unknown>[] = []
for (const file of contracts) {
  const exported = (await import(join(project, file))) as Record<string, unknown>
  for (const [name, value] of Object.entries(exported)) declared.push({ file, name, value })
}
const endpoints = declared.filter((one): one is Declared<Endpoint> => isEndpoint(one.value))
const wireEvents = declared.filter((one): one is Declared<WireEvent> => isWireEvent(one.value))
const routes = features.flatMap((feature) => feature.routes ?? [])
const mounted = routes.map((route) => route.endpoint)

const spelt = ({ method, path }: Endpoint): string => `${method} ${path}`

/** Modules that one file imports, as they are spelt. */
function importedBy(file: string): Set<string> {
  return new Set(
    parseSync(file, readFileSync(join(project, file), 'utf8')).module.staticImports.map(
      ({ moduleRequest }) => moduleRequest.value
    )
  )
}

/** What the running server imports from a contract file, as `file#name`. */
function importedByServer(): Set<string> {
  const found = new Set<string>()
  for (const file of globSync('server/src/**/*.ts', { cwd: project, exclude: ['**/*.test.ts'] })) {
    const { module } = parseSync(file, readFileSync(join(project, file), 'utf8'))
    for (const { moduleRequest, entries } of module.staticImports) {
      const contract = moduleRequest.value.replace(/^@guiche\/shared\//, 'shared/src/')
      for (const { importName, isType } of entries) if (!isType) found.add(`${contract}#${importName.name ?? '*'}`)
    }
  }
  return found
}

test('the contract is read', () => {
  expect(contracts.length).toBeGreaterThan(0)
  expect(endpoints.length).toBeGreaterThan(0)
  expect(wireEvents.length).toBeGreaterThan(0)
})

describe('endpoints', () => {
  test('every endpoint that the contract declares is mounted', () => {
    const missing = endpoints.filter(({ value }) => !mounted.includes(value))
    expect(missing.map(({ file, name, value }) => `${file} ${name}: ${spelt(value)}`)).toEqual([])
  })

  test('every mounted endpoint is declared in the contract', () => {
    const known = new Set(endpoints.map(({ value }) => value))
    expect(mounted.filter((one) => !known.has(one)).map(spelt)).toEqual([])
  })

  test('no two endpoints share a method and a path', () => {
    const paths = mounted.map((one) => spelt(one).replaceAll(/:\w+/g, ':id'))
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([])
  })
})

describe('features', () => {
  test('every feature of the server is listed in app/features.ts', () => {
    const plugs = globSync('server/src/features/*/*/*.feature.ts', { cwd: project })
    const imported = importedBy('server/src/app/features.ts')
    expect(plugs.map((plug) => plug.replace('server/src/', '#')).filter((plug) => !imported.has(plug))).toEqual([])
  })

  test('no two features share a name', () => {
    const names = features.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })
})

test('every realtime event that the contract declares is published by the server', () => {
  const imported = importedByServer()
  const silent = wireEvents.filter(({ file, name }) => !imported.has(`${file}#${name}`) && !imported.has(`${file}#*`))
  expect(silent.map(({ file, name }) => `${file} ${name}`)).toEqual([])
})
