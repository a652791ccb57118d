// Test settings of the server: one project a folder, and what all of them share.
import { defineConfig } from 'vitest/config'

// libsignal prints whole sessions to the console; nobody reads them in a test run.
const chatter = /^(?:Closing|Opening|Removing old|Session already|Decrypted message|Failed to decrypt|Session error)/

const project = (name: string) => ({
  test: {
    name,
    include: [`${name}/**/*.test.ts`],
    pool: 'forks' as const,
    sequence: { shuffle: true },
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})

// vitest demands a default export.
export default defineConfig({
  test: {
    // Here and not in the projects, so that it runs once for all of them.
    globalSetup: ['test/global-setup.ts'],
    // Tests wait for servers and databases half of their time, which need processors too.
    maxWorkers: 3,
    onConsoleLog: (text) => (chatter.test(text.trim()) ? false : undefined),
    projects: ['src', 'simulator', 'test'].map(project)
  }
})
