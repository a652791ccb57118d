// Settings of the journeys: one browser, found on the machine or inside an npm package.
import { defineConfig } from 'playwright/test'
import { findBrowser } from '../../scripts/find-browser.ts'

const browser = await findBrowser()

// Playwright demands a default export.
export default defineConfig({
  testDir: '.',
  testMatch: '*.journey.ts',
  fullyParallel: false,
  // Each file has a server and phones of its own.
  workers: 2,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  retries: 0,
  reporter: 'list',
  use: {
    actionTimeout: 20_000,
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    // What is kept from one page to the next is a matter of `phone.journey.ts`.
    serviceWorkers: 'block',
    headless: process.env['HEADED'] === undefined,
    launchOptions: {
      executablePath: browser.executablePath,
      args: [
        ...browser.args,
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--disable-background-networking',
        '--autoplay-policy=no-user-gesture-required'
      ]
    },
    permissions: ['microphone', 'clipboard-read', 'clipboard-write']
  },
  outputDir: '../../test-results'
})
