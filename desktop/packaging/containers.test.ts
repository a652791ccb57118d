// The containers: confined, with passwords, and no way in but the one port.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface Service {
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  privileged?: boolean
  security_opt?: string[]
  mem_limit?: string
  pids_limit?: number
  user?: string
  networks?: string[]
  ports?: string[]
  command?: string[]
  environment: Record<string, string>
}

const text = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
const { services, networks } = parse(text('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
}
const { postgres, redis, server } = services

test('no container has a capability, gains rights, writes beside its volumes or takes all memory', () => {
  expect(Object.keys(services)).toEqual(['postgres', 'redis', 'server'])
  for (const service of Object.values(services)) {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      pids_limit: expect.any(Number) as number,
      mem_limit: expect.stringMatching(/:-\d+[gm]\}$/) as string
    })
    expect([service.cap_add, service.privileged]).toEqual([undefined, undefined])
  }
})

test('the server has room for itself and for every reader of files at its limit', () => {
  const limitIn = (file: string, name: string): number => {
    const [, megabytes] = new RegExp(`const ${name} = (\\d+)$`, 'm').exec(text(`server/src/${file}`)) ?? []
    return Number(megabytes)
  }
  const readers =
    limitIn('features/inbox/contacts/sheets/sheet-imports.ts', 'readerMemory') +
    limitIn('platform/media/media-reader.ts', 'imageMemory') +
    limitIn('platform/media/media-reader.ts', 'soundMemory')
  const heap = Number(
    /max-old-space-size=\$\{SERVER_HEAP:-(\d+)\}/.exec(server?.environment['NODE_OPTIONS'] ?? '')?.[1]
  )
  const all = Number(/:-(\d+)g\}$/.exec(server?.mem_limit ?? '')?.[1]) * 1024
  // The rest is for buffers and programs.
  expect(all - readers - heap).toBeGreaterThanOrEqual(384)
})

test('none runs as root', () => {
  expect([postgres?.user, redis?.user]).toEqual(['postgres', 'redis'])
  expect(text('Dockerfile').match(/^USER (.+)$/gm)).toEqual(['USER node'])
})

test('database and Redis want passwords and are reached by the server alone', () => {
  for (const one of [postgres, redis]) {
    expect(one?.networks).toEqual(['data'])
    expect(one?.ports).toBeUndefined()
  }
  expect(networks['data']).toEqual({ internal: true })
  expect(redis?.command?.slice(-2)).toEqual(['--requirepass', expect.stringMatching(/^\$\{REDIS_PASSWORD:\?/)])
  expect(server?.environment['REDIS_URL']).toBe('redis://:${REDIS_PASSWORD}@redis:6379')
  expect(postgres?.environment['POSTGRES_PASSWORD']).toMatch(/^\$\{POSTGRES_PASSWORD:\?/)
})

test('the server trusts the one proxy that can reach it', () => {
  expect(server?.environment['TRUST_PROXY']).toBe('${TRUST_PROXY:-1}')
  expect(server?.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true)
})

test('the patches of libraries are there when the packages are installed', () => {
  const lines = text('Dockerfile').split('\n')
  const installs = lines.flatMap((line, at) => (line.startsWith('RUN npm ci') ? [at] : []))
  expect(installs).toHaveLength(2)
  expect(lines.indexOf('COPY patches patches')).toBeGreaterThan(0)
  expect(lines.indexOf('COPY patches patches')).toBeLessThan(Math.min(...installs))
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
  expect(scripts['postinstall']).toBe('patch-package')
})
