// Tests of icons, packages and the pipeline: they draw, pack and read the results, in Node.
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: join(import.meta.dirname, '..'),
  test: {
    name: 'packaging',
    include: ['{icons,packaging}/**/*.test.ts'],
    globalSetup: ['packaging/testing/make-parts.ts'],
    // Packing is work of seconds, and of many on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 180_000
  }
})
