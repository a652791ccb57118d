// Test run of the simulator alone.
import { defineConfig } from 'vitest/config'

// libsignal prints whole sessions to the console; nobody reads them in a test run.
const chatter =
  /^(Closing|Opening|Removing old|Session already|Decrypted message with closed|Failed to decrypt message|Session error)/

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    onConsoleLog: (text) => (chatter.test(text.trim()) ? false : undefined)
  }
})
