// A screen of records that a dialog adds and edits: the list, that dialog, and the question before one is deleted.
import { useState, type ComponentProps, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx'
import type { Column } from './DataTable.tsx'
import { EditActions } from '../forms/EditActions.tsx'
import { ListScreen } from './ListScreen.tsx'
import { ReadOnlyNote } from './ReadOnlyNote.tsx'

interface Named {
  id: number
  name: string
}

/** Namespaces that name everything such a screen says. */
type Words = 'tags' | 'fileLists' | 'prompts' | 'integrations'

interface RecordsScreenProps<T extends Named> {
  words: Words
  icon: ComponentProps<typeof ListScreen>['empty']['icon']
  list: ComponentProps<typeof ListScreen<T>>['list']
  /** Without that of the actions. */
  columns: Column<T>[]
  /** The dialog that adds, or edits the record that it is given. */
  form: (record: T | undefined, close: () => void) => ReactNode
  /** What the question before the deletion counts. */
  countIn?: (record: T) => number
  remove: (id: number) => Promise<void>
  /** False shows the records to somebody who may not change them. */
  mayWrite?: boolean
}

type OpenDialog<T> = { kind: 'add' } | { kind: 'edit' | 'delete'; record: T }

export function RecordsScreen<T extends Named>({
  words,
  icon,
  list,
  columns,
  form,
  countIn = () => 0,
  remove,
  mayWrite = true
}: RecordsScreenProps<T>) {
  const { t } = useTranslation(words)
  const { t: common } = useTranslation('words')
  const [dialog, setDialog] = useState<OpenDialog<T> | null>(null)
  const close = () => setDialog(null)
  const edit = (record: T) => setDialog({ kind: 'edit', record })
  const actions: Column<T> = {
    key: 'actions',
    title: common('actions'),
    isTitleHidden: true,
    align: 'right',
    width: '92px',
    render: (record) => (
      <EditActions
        name={record.name}
        onEdit={() => edit(record)}
        onDelete={() => setDialog({ kind: 'delete', record })}
      />
    )
  }
  return (
    <>
      <ListScreen
        title={t('title')}
        text={(count, formatted) => t('count', { count, formatted })}
        searchLabel={t('searchLabel')}
        addLabel={t('add')}
        {...(mayWrite ? { onAdd: () => setDialog({ kind: 'add' }), onOpen: edit } : {})}
        notice={!mayWrite && <ReadOnlyNote />}
        columns={mayWrite ? [...columns, actions] : columns}
        list={list}
        empty={{ icon, text: t('emptyText') }}
      />
      {dialog?.kind === 'add' && form(undefined, close)}
      {dialog?.kind === 'edit' && form(dialog.record, close)}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.record.name })}
          text={t('deleteText', { count: countIn(dialog.record) })}
          confirmLabel={common('delete')}
          onConfirm={async () => {
            await remove(dialog.record.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
