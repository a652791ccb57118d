// `npm run new -- inbox/labels`: lays a feature in all three buildings and adds it to the lists.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { desktopFiles } from './new-feature/desktop-files.ts'
import { listsWith } from './new-feature/edit-lists.ts'
import { namesOf, type Names } from './new-feature/names.ts'
import { serverFiles } from './new-feature/server-files.ts'
import { sharedFiles } from './new-feature/shared-files.ts'

/** Writes the feature into the tree at `root`; answers with the paths written. Errors: a file that exists already. */
export async function layFeature(root: string, names: Names): Promise<string[]> {
  const fresh = { ...sharedFiles(names), ...serverFiles(names), ...desktopFiles(names) }
  const present = Object.keys(fresh).filter((path) => existsSync(join(root, path)))
  if (present.length > 0) throw new Error(`these exist already: ${present.join(', ')}`)
  const lists = listsWith(names, (path) => readFileSync(join(root, path), 'utf8'))
  const style = await resolveConfig(join(import.meta.dirname, 'new-feature.ts'))
  for (const [path, text] of Object.entries({ ...fresh, ...lists })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), await format(text, { ...style, filepath: path }))
  }
  return [...Object.keys(fresh), ...Object.keys(lists)]
}

function nextSteps(names: Names): string {
  return `
Next:
  1. Give ${names.words} the columns they need: shared/src/features/${names.wing}/${names.feature}.ts and
     server/src/database/tables/${names.wing}/${names.feature}.ts, then npm run db:generate -- --name add_${names.feature}
  2. npx vitest run --root server ${names.feature}
  3. Translate the texts in desktop/src/renderer/locales/{pt,es}/${names.feature}.ts and menu.ts
  4. Choose the menu entry's icon, group and place: ${names.feature}.routes.tsx, app/menu/menu.ts
  5. A line in CHANGELOG.md, then npm run check`
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { one: { type: 'string' } } })
  try {
    const names = namesOf(positionals[0] ?? '', values.one)
    const paths = await layFeature(process.cwd(), names)
    console.log([...paths, nextSteps(names)].join('\n'))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
