// A database for one test file, cloned from the migrated template.
import { inject } from 'vitest'
import { cloneTemplate, type TestDatabase } from './postgres-server.ts'

/** Call it in `beforeAll`, and `drop()` in `afterAll`. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const answer = await fetch(inject('postgresOffer'))
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return cloneTemplate(text)
}
