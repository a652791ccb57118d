// `npm run docs:data-model` draws docs/data-model.md from the tables; with `--check` it only says whether it is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as schema from '../../server/src/database/schema.ts'
import { drawSection, misplaced, tablesOf } from './draw.ts'
import { sections } from './sections.ts'
import { report, type Finding } from '../finding.ts'

const file = 'docs/data-model.md'

const head = `# Data model

Made from \`server/src/database/tables\` by \`npm run docs:data-model\`; \`npm run check\` says when it is out of date. Do not
edit it: change the tables, or the sections in \`scripts/data-model/sections.ts\`.

Companies are tenants. A table that begins with \`company_id\` belongs to one company, and every foreign key between two
such tables carries \`company_id\`, so that no row can refer to another company's; these columns are left out of the lines
below, and so are the lines to \`companies\`. A solid line: the row goes with the one it refers to. A dotted line: it does
not. A table without columns stands in another section.
`

/** The whole page. */
export function drawPage(tables = tablesOf(schema)): string {
  const pictures = sections.map(
    (section) => `## ${section.title}\n\n${section.note}\n\n${drawSection(section, tables)}\n`
  )
  return [head, ...pictures].join('\n')
}

/** What is wrong with the sections or with the page as it is stored. */
export function checkPage(stored: string | null, tables = tablesOf(schema)): Finding[] {
  const breach = (path: string, text: string): Finding => ({ rule: 'data-model', file: path, line: 1, text })
  const wrong = misplaced(tables, sections)
  if (wrong.length > 0) return wrong.map((text) => breach('scripts/data-model/sections.ts', text))
  return stored === drawPage(tables) ? [] : [breach(file, 'it is out of date: npm run docs:data-model')]
}

if (import.meta.main) {
  const path = join(process.cwd(), file)
  const findings = checkPage(existsSync(path) ? readFileSync(path, 'utf8') : null)
  const isSectionsWrong = findings.some((finding) => finding.file !== file)
  if (process.argv.includes('--check') || isSectionsWrong) report('data model', findings)
  else if (findings.length > 0) writeFileSync(path, drawPage())
}
