// Test settings of the tools: some read or compile the whole house, which takes its time on a busy machine.
import { defineConfig } from 'vitest/config'

// vitest demands a default export.
export default defineConfig({ test: { testTimeout: 120_000, hookTimeout: 120_000 } })
