// The browser that npm brings runs with its own libraries, whatever else is installed: tests mean the same everywhere.
import { readFileSync, readdirSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'
import { chromium } from 'playwright'
import { expect, onTestFinished, test } from 'vitest'
import { findBrowser } from './find-browser.ts'

/** Of every Linux that runs Node: the C library, and what the compiler adds. */
const ofEveryLinux =
  /\/(?:ld-linux-x86-64|libc|libm|libdl|libpthread|librt|libresolv|libnss_\w+|libgcc_s|libstdc\+\+)[.-]/

/** Files that the processes of a program have mapped, each once. */
function mappedBy(program: string): string[] {
  const files = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (readlinkSync(`/proc/${pid}/exe`) !== program) return []
        return readFileSync(`/proc/${pid}/maps`, 'utf8').match(/\/.*$/gm) ?? []
      } catch {
        // Ended since, or somebody else's.
        return []
      }
    })
  return [...new Set(files)]
}

const isPackaged =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  (process.env['CHROME_PATH'] ?? process.env['HEADED'] ?? '') === ''

test.runIf(isPackaged)('no library of the system is mapped, but for those of every Linux', async () => {
  const { executablePath, args } = await findBrowser()
  const browser = await chromium.launch({ executablePath, args: [...args, '--use-fake-device-for-media-stream'] })
  onTestFinished(() => browser.close())
  for (const _context of [1, 2]) {
    const page = await (await browser.newContext()).newPage()
    await page.setContent('<video></video><canvas></canvas><b>olá</b>')
    await page.evaluate(`document.querySelector('canvas').getContext('webgl') && document.fonts.ready.then(() => true)`)
    await page.screenshot()
  }
  const folder = dirname(executablePath)
  const libraries = mappedBy(`${folder}/chromium`).filter((path) => /\.so(?:\.|$)/.test(path))
  expect(libraries).toContain(`${folder}/al2023/lib/libnss3.so`)
  expect(libraries.filter((path) => !path.startsWith(folder) && !ofEveryLinux.test(path))).toEqual([])
})
