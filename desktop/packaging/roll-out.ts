// Sets how many of the computers take the release in a feed: `npm run roll-out -w desktop -- <folder of the feed> <percent>`.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'

/** Each computer has a number that never changes, so that a higher percentage only adds to those of a lower one. */
export const rollOut = (folder: string, percent: number): string[] => {
  if (!Number.isInteger(percent) || percent < 0 || percent > 100) throw new RangeError('a percentage is 0 to 100')
  const names = readdirSync(folder).filter((name) => /^latest[\w-]*\.yml$/.test(name))
  if (names.length === 0) throw new Error(`${folder} holds no feed: there is no latest*.yml`)
  return names.map((name) => {
    const file = join(folder, name)
    const document = parseDocument(readFileSync(file, 'utf8'))
    document.set('stagingPercentage', percent)
    writeFileSync(file, document.toString({ lineWidth: 0 }))
    return `${name}: ${String(document.get('version'))} for ${percent} %`
  })
}

if (import.meta.main) {
  const [folder = '', percent = ''] = process.argv.slice(2)
  for (const line of rollOut(folder, percent === '' ? Number.NaN : Number(percent))) process.stdout.write(`${line}\n`)
}
