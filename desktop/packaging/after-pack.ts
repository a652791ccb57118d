// Takes back what electron-builder adds to a Mac's Info.plist: leave to load anything from anywhere without encryption.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AfterPackContext } from 'electron-builder'

const leave = /(<key>NSAllowsArbitraryLoads<\/key>\s*)<true\s*\/>/g

/** Errors: an Info.plist without the entry, or with two, which this does not understand. */
export async function afterPack({ appOutDir, electronPlatformName, packager }: AfterPackContext): Promise<void> {
  if (electronPlatformName !== 'darwin') return
  const file = join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents/Info.plist')
  const plist = readFileSync(file, 'utf8')
  const found = plist.match(leave)?.length ?? 0
  if (found !== 1) throw new Error(`${file} has ${found} entries NSAllowsArbitraryLoads, not 1`)
  writeFileSync(file, plist.replace(leave, '$1<false/>'))
}
