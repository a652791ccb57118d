// Checks docs/decisions: names and numbers of the files, their index, and that decisions which change one another both say so.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { report, type Finding } from '../finding.ts'

const folder = 'docs/decisions'
const index = 'README.md'

/** How the other decision says it. */
const counterparts: Record<string, string> = {
  Reverses: 'Reversed by',
  'Reversed by': 'Reverses',
  'Changes a part of': 'Changed in a part by',
  'Changed in a part by': 'Changes a part of',
  Completes: 'Completed by',
  'Completed by': 'Completes',
  'See also': 'See also'
}

const relation =
  /^- (Reverse[sd](?: by)?|Change[sd] (?:in )?a part (?:of|by)|Complete[sd](?: by)?|See also) \[.*\]\(([^)]+)\)$/gm

interface Relation {
  kind: string
  to: string
}

function relationsOf(text: string): Relation[] {
  return [...text.matchAll(relation)].map(([, kind = '', to = '']) => ({ kind, to }))
}

/** What is wrong with these files, given by name. */
export function checkDecisions(files: Map<string, string>): Finding[] {
  const findings: Finding[] = []
  const breach = (file: string, text: string) =>
    void findings.push({ rule: 'decision', file: `${folder}/${file}`, line: 1, text })
  const names = [...files.keys()].filter((name) => name !== index).toSorted()
  const overview = files.get(index) ?? ''
  for (const [place, name] of names.entries()) {
    const text = files.get(name) ?? ''
    const number = String(place + 1).padStart(4, '0')
    if (!/^\d{4}-[a-z0-9-]+\.md$/.test(name)) breach(name, 'it is called NNNN-plain-title.md')
    else if (!name.startsWith(number)) breach(name, `numbers go up one by one: ${number} is missing or given twice`)
    if (!text.startsWith(`# ${name.slice(0, 4)} `)) breach(name, 'its first line is its number and its title')
    const listed = overview.split(`](${name})`).length - 1
    if (listed !== 1) breach(index, `${name} is listed ${listed === 0 ? 'nowhere' : 'more than once'}`)
    for (const { kind, to } of relationsOf(text)) {
      const back = relationsOf(files.get(to) ?? '')
      if (!back.some((one) => one.to === name && one.kind === counterparts[kind])) {
        breach(to, `it does not say: ${counterparts[kind]} ${name}`)
      }
    }
  }
  return findings
}

if (import.meta.main) {
  const path = join(process.cwd(), folder)
  const files = new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'utf8')]))
  report('decisions', checkDecisions(files))
}
