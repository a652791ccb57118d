// Adds a new feature to the lists that name every feature: composition root, schema, screens, menu, texts.
import { wings } from '../boundaries/module-location.ts'
import { languages } from './desktop-files.ts'
import { sentence, type Names } from './names.ts'

type Edit = (text: string, names: Names) => string

/** After the last import of the file. */
function withImport(text: string, line: string): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((one) => /^(?:import\s|\} from ')/.test(one))
  return [...lines.slice(0, last + 1), line, ...lines.slice(last + 1)].join('\n')
}

/** Puts an item at the end of the list or object that follows `opening`. Errors: no such list. */
function withItem(text: string, opening: RegExp, item: string): string {
  const start = opening.exec(text)
  if (!start) throw new Error(`there is no ${opening.source} to add ${item} to`)
  const from = start.index + start[0].length
  let depth = 1
  let end = from
  for (; depth > 0 && end < text.length; end++)
    depth += '[{('.includes(text[end] ?? '') ? 1 : ']})'.includes(text[end] ?? '') ? -1 : 0
  const inside = text
    .slice(from, end - 1)
    .trimEnd()
    .replace(/,$/, '')
  return `${text.slice(0, from)}${inside}${inside.trim() === '' ? '' : ','}\n${item}\n${text.slice(end - 1)}`
}

const features: Edit = (text, { wing, feature, many }) => {
  const imported = withImport(
    text,
    `import { ${many}Feature } from '#features/${wing}/${feature}/${feature}.feature.ts'`
  )
  const ofWing = new RegExp(`const ${wing} = \\[`)
  if (ofWing.test(imported)) return withItem(imported, ofWing, `${many}Feature`)
  // The first feature of its wing brings the wing.
  const opening = 'export const features: Feature[] = ['
  const [before = '', after = ''] = imported.split(opening)
  const present = wings.filter((one) => one === wing || new RegExp(`const ${one} = \\[`).test(before))
  const rest = after.slice(after.indexOf(']') + 1)
  return `${before.trimEnd()}\nconst ${wing} = [${many}Feature]\n\n${opening}${present.map((one) => `...${one}`).join(', ')}]${rest}`
}

const edits: Record<string, Edit> = {
  'shared/src/kernel/console-pages.ts': (text, { feature, many }) =>
    withItem(text, /const pages = \{/, `${many}: '/${feature}'`),
  'server/src/app/features.ts': features,
  'server/src/database/schema.ts': (text, { wing, feature }) =>
    `${text.trimEnd()}\nexport * from './tables/${wing}/${feature}.ts'\n`,
  'desktop/src/renderer/app/routes.tsx': (text, { wing, feature, one }) =>
    withItem(
      withImport(text, `import { ${one}Routes } from '#features/${wing}/${feature}/${feature}.routes.tsx'`),
      /const routes: ScreenRoute\[\] = \[/,
      `...${one}Routes`
    ),
  'desktop/src/renderer/app/menu/menu.ts': (text, { wing, feature, one }) =>
    withItem(
      withImport(text, `import { ${one}Menu } from '#features/${wing}/${feature}/${feature}.routes.tsx'`),
      /const menuEntries: MenuEntry\[\] = \[/,
      `${one}Menu`
    ),
  ...Object.fromEntries(
    Object.keys(languages).flatMap((code): [string, Edit][] => [
      [
        `desktop/src/renderer/locales/${code}.ts`,
        (text, { feature, many }) =>
          withItem(
            withImport(text, `import { ${many} } from './${code}/${feature}.ts'`),
            new RegExp(`const ${code}(?:: Texts)? = \\{`),
            many
          )
      ],
      [
        `desktop/src/renderer/locales/${code}/menu.ts`,
        (text, { many, words }) => withItem(text, /const menu = \{/, `${many}: '${sentence(words)}'`)
      ]
    ])
  )
}

/** The lists a feature is added to, and their text with it. */
export const listsWith = (names: Names, read: (path: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(edits).map(([path, edit]) => [path, edit(read(path), names)]))
