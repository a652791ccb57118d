// A Chromium for the test of the page, whose microphone is a made-up one.
import { chromium, type Browser } from 'playwright'
import { findBrowser } from '../../../scripts/find-browser.ts'

export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args } = await findBrowser()
  return chromium.launch({
    executablePath,
    args: [...args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  })
}
