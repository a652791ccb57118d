// Tests of the desktop: the console's in a real Chromium, the shell's in Node with the Electron host.
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findBrowser } from '../scripts/find-browser.ts'
import { systemTag } from '../scripts/system-programs.ts'

const root = import.meta.dirname
const launchOptions = await findBrowser()

export default defineConfig({
  root,
  test: {
    tags: [systemTag],
    // One page waits a third of the time; more of them than two processors take longer.
    maxWorkers: 2,
    projects: [
      {
        root,
        plugins: [react()],
        // Found late, these would reload the page in the middle of a test.
        optimizeDeps: {
          entries: ['src/renderer/**/*.{ts,tsx}'],
          include: ['fast-check', 'react-dom/client', 'virtua']
        },
        test: {
          name: 'screen',
          include: ['src/renderer/**/*.test.{ts,tsx}'],
          setupFiles: ['test/screen-setup.ts'],
          // Bounds for what hangs: a machine with other work types into a long form for half a minute.
          testTimeout: 60_000,
          expect: { poll: { timeout: 10_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions, contextOptions: { locale: 'pt-BR', reducedMotion: 'reduce' } }),
            viewport: { width: 1280, height: 800 },
            instances: [{ browser: 'chromium' }]
          }
        }
      },
      {
        root,
        test: {
          name: 'shell',
          tags: [systemTag],
          include: ['src/{bridge,main,preload}/**/*.test.ts', 'host/**/*.test.ts'],
          pool: 'forks',
          execArgv: ['--import', join(root, 'host/register.ts')],
          // Many start an app and a browser, some two, on a machine that may be busy with other things.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } }
        }
      },
      'packaging/vitest.config.ts'
    ]
  }
})
