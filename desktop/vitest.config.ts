// Screen tests: every *.test.ts(x) of the console runs in a real Chromium.
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { findBrowser } from './test/find-browser.ts'

const launchOptions = await findBrowser()

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Found late, these would reload the page in the middle of a test.
  optimizeDeps: {
    include: [
      'fast-check',
      'frimousse',
      'virtua',
      'yet-another-react-lightbox',
      'yet-another-react-lightbox/plugins/video',
      'yet-another-react-lightbox/plugins/zoom'
    ]
  },
  test: {
    name: 'screen',
    include: ['src/renderer/**/*.test.{ts,tsx}'],
    setupFiles: ['test/screen-setup.ts'],
    testTimeout: 20_000,
    expect: { poll: { timeout: 5_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions, contextOptions: { locale: 'pt-BR', reducedMotion: 'reduce' } }),
      viewport: { width: 1280, height: 800 },
      instances: [{ browser: 'chromium' }]
    }
  }
})
