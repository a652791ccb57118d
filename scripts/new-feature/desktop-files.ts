// Templates of a feature's console side: store, page, dialog, routes with the menu entry, texts in three languages.
import { sentence, type Names } from './names.ts'

export const languages = { pt: 'Portuguese', en: 'English', es: 'Spanish' } as const

/** Files by path. */
export function desktopFiles(names: Names): Record<string, string> {
  const { wing, feature, Many, One } = names
  const contract = `@guiche/shared/features/${wing}/${feature}.ts`
  const folder = `desktop/src/renderer/features/${wing}/${feature}`
  const texts = Object.entries(languages).map(([code, language]): [string, string] => [
    `desktop/src/renderer/locales/${code}/${feature}.ts`,
    textsOf(names, language)
  ])
  return {
    [`${folder}/${feature}.store.ts`]: storeFile(names, contract),
    [`${folder}/${feature}.routes.tsx`]: routesFile(names),
    [`${folder}/${One}Dialog.tsx`]: dialogFile(names, contract),
    [`${folder}/${Many}Page.tsx`]: page(names, contract),
    ...Object.fromEntries(texts)
  }
}

function storeFile({ one, Many, One, words, word }: Names, contract: string): string {
  return `// The company's ${words}, kept by calls and by events alike; by name.
import { delete${One}, list${Many}, ${one}Event, type ${One} } from '${contract}'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { createWholeList } from '#platform/state/whole-list.ts'

const list = createWholeList<${One}>(
  () => call(list${Many}),
  (a, b) => a.name.localeCompare(b.name) || a.id - b.id
)

export const use${Many} = list.use
export const ensure${Many} = list.ensure
export const refresh${Many} = list.refresh
export const put${One} = list.upsert

listen(${one}Event, (event) => {
  // Before the first load there is nothing to change, and one row would look like the whole list.
  if (list.use.getState().phase === 'idle') return
  if (event.action === 'delete') list.remove(event.${one}Id)
  else list.upsert(event.${one})
})

/** Deletes a ${word}. Errors: ApiError. */
export async function remove${One}(id: number): Promise<void> {
  await call(delete${One}, { params: { id } })
  list.remove(id)
}
`
}

function routesFile({ feature, many, one, Many }: Names): string {
  return `// The screen's address and its menu entry.
import { IconListDetails } from '@tabler/icons-react'
import type { MenuEntry, ScreenRoute } from '#platform/device/screen.ts'

export const ${one}Routes: ScreenRoute[] = [
  { path: '/${feature}', access: 'user', load: () => import('./${Many}Page.tsx').then(({ ${Many}Page }) => ${Many}Page) }
]

export const ${one}Menu: MenuEntry = {
  path: '/${feature}',
  label: '${many}',
  icon: IconListDetails,
  group: 'work',
  access: 'user'
}
`
}

function dialogFile({ feature, many, one, One, word }: Names, contract: string): string {
  return `// Adds or edits a ${word}.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { create${One}, ${one}Draft, update${One}, type ${One} } from '${contract}'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { put${One} } from './${feature}.store.ts'

interface ${One}DialogProps {
  /** Absent to add one. */
  ${one}?: ${One}
  onClose: () => void
}

export function ${One}Dialog({ ${one}, onClose }: ${One}DialogProps) {
  const { t } = useTranslation('${many}')
  const form = useDraftForm({ initialValues: { name: ${one}?.name ?? '' }, schema: ${one}Draft })
  const submit = async (values: typeof form.values) => {
    put${One}(
      ${one}
        ? await call(update${One}, { params: { id: ${one}.id }, body: values })
        : await call(create${One}, { body: values })
    )
    notify.success(t('saved'))
  }
  return (
    <FormDialog title={t(${one} ? 'edit' : 'add')} form={form} onSubmit={submit} onClose={onClose}>
      <TextInput label={t('name')} withAsterisk data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  )
}
`
}

function page(names: Names, contract: string): string {
  const { feature, many, one, Many, One, words } = names
  return `// The ${words} screen: a table with a dialog to add and edit.
import { useEffect, useState } from 'react'
import { Button, Text } from '@mantine/core'
import { IconEdit, IconListDetails, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ${One} } from '${contract}'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { DataTable, type Column } from '#ui/tables/DataTable.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { RowAction, RowActions } from '#ui/tables/RowActions.tsx'
import { ${One}Dialog } from './${One}Dialog.tsx'
import { ensure${Many}, refresh${Many}, remove${One}, use${Many} } from './${feature}.store.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; ${one}: ${One} }

export function ${Many}Page() {
  const { t } = useTranslation(['${many}', 'words'])
  const { items, phase, error } = use${Many}()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  useEffect(() => void ensure${Many}(), [])
  const close = () => setDialog(null)

${columns(names)}  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'add' })}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} text={t('text')}>
        {addButton}
      </PageHeader>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        phase={phase}
        error={error}
        onRetry={() => void refresh${Many}()}
        onOpen={(${one}) => setDialog({ kind: 'edit', ${one} })}
        empty={{ icon: IconListDetails, text: t('emptyText'), action: addButton }}
      />
      {dialog?.kind === 'add' && <${One}Dialog onClose={close} />}
      {dialog?.kind === 'edit' && <${One}Dialog ${one}={dialog.${one}} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.${one}.name })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await remove${One}(dialog.${one}.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
`
}

/** The columns of the page's table, with what can be done to a row. */
function columns({ one, One }: Names): string {
  return `  const columns: Column<${One}>[] = [
    { key: 'name', title: t('name'), render: ({ name }) => <Text fw={500}>{name}</Text> },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '92px',
      render: (${one}) => (
        <RowActions>
          <RowAction
            icon={IconEdit}
            label={\`\${t('words:edit')}: \${${one}.name}\`}
            onClick={() => setDialog({ kind: 'edit', ${one} })}
          />
          <RowAction
            icon={IconTrash}
            label={\`\${t('words:delete')}: \${${one}.name}\`}
            isDangerous
            onClick={() => setDialog({ kind: 'delete', ${one} })}
          />
        </RowActions>
      )
    }
  ]
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
