// Finds a Chromium for screen tests and journeys: an installed one, else the one that npm brings.
import { accessSync, constants } from 'node:fs'
import chromium from '@sparticuz/chromium'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe'
]

const canRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface FoundBrowser {
  executablePath: string
  args: string[]
}

/** Path of a browser and the arguments it needs here; `CHROME_PATH` wins over everything. */
export const findBrowser = async (): Promise<FoundBrowser> => {
  const isRoot = process.getuid?.() === 0
  const args = isRoot ? ['--no-sandbox'] : []
  const wanted = process.env['CHROME_PATH']
  const installed = wanted !== undefined && wanted !== '' ? wanted : places.find(canRun)
  if (installed !== undefined) return { executablePath: installed, args }
  return { executablePath: await chromium.executablePath(), args: [...new Set([...chromium.args, ...args])] }
}
