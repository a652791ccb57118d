// A Chromium for the test of the page: an installed one, else the one that npm brings.
import { existsSync } from 'node:fs'
import npmChromium from '@sparticuz/chromium'
import { chromium, type Browser } from 'playwright'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

export const launchBrowser = async (): Promise<Browser> => {
  const noSandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const media = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
  if (installed) return chromium.launch({ executablePath: installed, args: [...noSandbox, ...media] })
  return chromium.launch({
    executablePath: await npmChromium.executablePath(),
    args: [...npmChromium.args, ...noSandbox, ...media]
  })
}
