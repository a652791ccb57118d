// Test settings of the server: one project a folder, one PostgreSQL for all of them.
import { defineConfig } from 'vitest/config'

const project = (name: string, include: string[]) => ({ extends: true as const, test: { name, include } })

// vitest demands a default export.
export default defineConfig({
  test: {
    pool: 'forks',
    // The machine that runs everything has few cores, and PostgreSQL needs one.
    maxWorkers: 2,
    sequence: { shuffle: true },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      project('src', ['src/**/*.test.ts']),
      project('simulator', ['simulator/**/*.test.ts']),
      project('test', ['test/**/*.test.ts'])
    ]
  }
})
