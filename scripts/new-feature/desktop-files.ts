// Templates of a feature's console side: store, screen, routes with the menu entry, texts in three languages.
import { sentence, type Names } from './names.ts'

export const languages = { pt: 'Portuguese', en: 'English', es: 'Spanish' } as const

/** Files by path. */
export function desktopFiles(names: Names): Record<string, string> {
  const { wing, feature, Many } = names
  const contract = `@guiche/shared/features/${wing}/${feature}.ts`
  const folder = `desktop/src/renderer/features/${wing}/${feature}`
  const texts = Object.entries(languages).map(([code, language]): [string, string] => [
    `desktop/src/renderer/locales/${code}/${feature}.ts`,
    textsOf(names, language)
  ])
  return {
    [`${folder}/${feature}.store.ts`]: storeFile(names, contract),
    [`${folder}/${feature}.routes.tsx`]: routesFile(names),
    [`${folder}/${Many}Page.tsx`]: page(names, contract),
    ...Object.fromEntries(texts)
  }
}

function storeFile({ one, Many, One, words, word }: Names, contract: string): string {
  return `// The company's ${words}, kept by calls and by events alike; by name.
import { delete${One}, list${Many}, ${one}Event, type ${One} } from '${contract}'
import { call } from '#platform/net/http.ts'
import { applyEvent } from '#platform/replica/apply-event.ts'
import { createWholeList } from '#platform/replica/whole-list.ts'

const list = createWholeList<${One}>(
  (read) => read(list${Many}),
  (a, b) => a.name.localeCompare(b.name) || a.id - b.id
)

export const use${Many} = list.use
export const ensure${Many} = list.ensure
export const refresh${Many} = list.refresh
export const put${One} = list.upsert

applyEvent(list, ${one}Event, (event) =>
  event.action === 'delete' ? { gone: event.${one}Id } : { row: event.${one} }
)

/** Deletes a ${word}. Errors: ApiError. */
export async function remove${One}(id: number): Promise<void> {
  await call(delete${One}, { params: { id } })
  list.remove(id)
}
`
}

function routesFile({ many, one, Many }: Names): string {
  return `// The screen's address and its menu entry.
import { IconListDetails } from '@tabler/icons-react'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const ${one}Routes: ScreenRoute[] = [
  { path: pages.${many}, access: 'user', load: () => import('./${Many}Page.tsx').then(({ ${Many}Page }) => ${Many}Page) }
]

export const ${one}Menu: MenuEntry = {
  path: pages.${many},
  label: '${many}',
  icon: IconListDetails,
  group: 'work',
  access: 'user'
}
`
}

function page({ feature, many, one, Many, One, words }: Names, contract: string): string {
  return `// The ${words} screen: a table with a dialog to add and edit.
import { Text } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { create${One}, ${one}Draft, update${One}, type ${One} } from '${contract}'
import { call } from '#platform/net/http.ts'
import { defineRecordForm } from '#ui/records/record-form.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { ensure${Many}, put${One}, refresh${Many}, remove${One}, use${Many} } from './${feature}.store.ts'

const form = defineRecordForm({
  words: '${many}',
  values: (${one}: ${One} | undefined) => ({ name: ${one}?.name ?? '' }),
  schema: ${one}Draft,
  fields: [{ name: 'name', withAsterisk: true }],
  save: (body, ${one}) =>
    ${one} ? call(update${One}, { params: { id: ${one}.id }, body }) : call(create${One}, { body }),
  keep: put${One}
})

export const ${Many}Page = defineRecordScreen({
  words: '${many}',
  icon: IconListDetails,
  list: { use: use${Many}, ensure: ensure${Many}, refresh: refresh${Many} },
  columns: [{ title: 'name', render: ({ name }) => <Text fw={500}>{name}</Text> }],
  form,
  remove: ({ id }) => remove${One}(id)
})
`
}

/** English everywhere: a person translates. */
function textsOf({ many, words, word }: Names, language: string): string {
  return `// ${language}: ${words}.

export const ${many} = {
  title: '${sentence(words)}',
  text: 'The ${words} of the company.',
  add: 'Add ${word}',
  edit: 'Edit ${word}',
  emptyText: 'Add the first ${word}.',
  name: 'Name',
  saved: '${sentence(word)} saved.',
  deleted: '${sentence(word)} deleted.',
  deleteTitle: 'Delete {{name}}?',
  deleteText: 'This cannot be undone.'
}
`
}
