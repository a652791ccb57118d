// Runs once before all tests: offers one PostgreSQL to them, started when the first of them asks for it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { startTestPostgres, type TestPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the URL of the template database. */
    postgresOffer: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<TestPostgres> | undefined
  const offer = createServer((_request, response) => {
    server ??= startTestPostgres()
    server.then(
      ({ templateUrl }) => response.end(templateUrl),
      (error: unknown) => response.writeHead(500).end(String(error))
    )
  })
  await new Promise<void>((resolve) => offer.listen(0, '127.0.0.1', resolve))
  project.provide('postgresOffer', `http://127.0.0.1:${(offer.address() as AddressInfo).port}`)
  return async () => {
    offer.closeAllConnections()
    offer.close()
    await (await server?.catch(() => undefined))?.stop()
  }
}
