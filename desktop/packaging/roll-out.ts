// Sets how many of the computers take the release in a feed: `npm run roll-out -w desktop -- <folder of the feed>
// <edition> <percent>`. The percentage is signed with the rest, so that it needs GUICHE_UPDATE_KEY.
import type { KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { editions, type Edition } from '#icons/draw-signs.ts'
import { descriptionsIn, readUpdateKey, signFeed } from './update-key.ts'

/** Each computer has a number that never changes, so that a higher percentage only adds to those of a lower one. */
export function rollOut(folder: string, edition: Edition, percent: number, key: KeyObject): string[] {
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) throw new RangeError('a percentage is 0 to 100')
  const names = descriptionsIn(folder)
  if (names.length === 0) throw new Error(`${folder} holds no feed: there is no latest*.yml`)
  const lines = names.map((name) => {
    const file = join(folder, name)
    const document = parseDocument(readFileSync(file, 'utf8'))
    document.set('stagingPercentage', percent)
    writeFileSync(file, document.toString({ lineWidth: 0 }))
    return `${name}: ${String(document.get('version'))} for ${percent} %`
  })
  signFeed(folder, edition, key)
  return lines
}

if (import.meta.main) {
  const [folder = '', named = '', percent = ''] = process.argv.slice(2)
  const edition = editions.find((one) => one === named)
  if (!edition) throw new Error(`say which edition the feed is of: ${editions.join(' or ')}`)
  const key = readUpdateKey(process.env['GUICHE_UPDATE_KEY'] ?? '')
  for (const line of rollOut(folder, edition, percent === '' ? Number.NaN : Number(percent), key))
    process.stdout.write(`${line}\n`)
}
