// A screen of records: the list with its search, the dialogs that add and edit one, and the question before one is deleted.
import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { hasPermission } from '@guiche/shared/kernel/access.ts'
import { useUser } from '#platform/session/session.ts'
import { formatNumber } from '#platform/text/format.ts'
import { SearchField } from '../forms/SearchField.tsx'
import { PageHeader } from '../layout/PageHeader.tsx'
import { PagedTable } from '../tables/PagedTable.tsx'
import { ReadOnlyNote } from '../tables/ReadOnlyNote.tsx'
import { columnsOf } from './columns-of.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { RecordButtons } from './RecordButtons.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import type { Values } from './record-form.ts'
import type { AnyRecord, RecordScreenDefinition, Show } from './record-screen.ts'
import { useTexts, type TextKey, type Words } from './record-texts.ts'

type Screen<T extends AnyRecord, V extends Values, W extends Words, S> = RecordScreenDefinition<T, V, W, S>

function useRights<T extends AnyRecord, V extends Values, W extends Words, S>(screen: Screen<T, V, W, S>) {
  const user = useUser()
  const { permissions = {}, mayEdit, mayDelete, opensToReaders = false } = screen
  const holds = (key: keyof typeof permissions) =>
    permissions[key] === undefined || hasPermission(user, permissions[key])
  const mayWrite = holds('write')
  const mayOpen = mayWrite || opensToReaders
  return {
    mayWrite,
    mayOpen,
    mayAdd: mayWrite && holds('add'),
    mayEdit: (record: T) => mayWrite && holds('edit') && (mayEdit?.(record, user) ?? true),
    mayDelete: (record: T) =>
      mayWrite &&
      holds('delete') &&
      (screen.remove ?? screen.dialogs?.['delete']) !== undefined &&
      (mayDelete?.(record, user) ?? true),
    hasButtons: mayOpen && (holds('edit') || holds('delete') || (screen.actions?.length ?? 0) > 0)
  }
}

interface DialogsProps<T extends AnyRecord, V extends Values, W extends Words, S> {
  screen: Screen<T, V, W, S>
  opened: { kind: string; record: T | undefined }
  show: Show<T>
  onClose: () => void
}

function Dialogs<T extends AnyRecord, V extends Values, W extends Words, S>(props: DialogsProps<T, V, W, S>) {
  const { screen, opened, show, onClose } = props
  const { kind, record } = opened
  const { form } = screen
  if (kind === 'add' || kind === 'edit') {
    if (typeof form === 'function') return form({ record, show, onClose })
    return <RecordDialog form={form} record={record} onClose={onClose} />
  }
  if (record === undefined) return null
  const own = screen.dialogs?.[kind]
  if (own) return own({ record, show, onClose })
  return kind === 'delete' ? <DeleteDialog of={screen} record={record} onClose={onClose} /> : null
}

export function RecordScreen<T extends AnyRecord, V extends Values, W extends Words, S>(screen: Screen<T, V, W, S>) {
  const { words, icon, list, texts = {}, isCounted = false, narrow } = screen
  const t = useTexts(words)
  const text = (key: keyof typeof texts) => t(texts[key] ?? (key as TextKey<W>))
  const { count = 0, search = '' } = list.use()
  const rights = useRights(screen)
  const [opened, setOpened] = useState<DialogsProps<T, V, W, S>['opened'] | null>(null)
  const show: Show<T> = (kind, record) => setOpened({ kind, record })
  const edit = (record: T) => rights.mayEdit(record) && show('edit', record)
  const { open = edit } = screen

  const buttons = (record: T) =>
    screen.buttons ? (
      screen.buttons(record, show)
    ) : (
      <RecordButtons
        of={screen}
        record={record}
        show={show}
        mayEdit={rights.mayEdit(record)}
        mayDelete={rights.mayDelete(record)}
      />
    )
  // Where nothing is searched, what adds the first is as strong as what adds the next.
  const add = (variant: 'filled' | 'default') =>
    rights.mayAdd && (
      <Button variant={variant} leftSection={<IconPlus size={16} />} onClick={() => show('add')}>
        {text('add')}
      </Button>
    )
  const field = list.setSearch && <SearchField label={text('searchLabel')} value={search} onChange={list.setSearch} />
  const table = (
    <PagedTable
      label={screen.label ?? text('title')}
      columns={columnsOf(screen, t, rights.hasButtons ? buttons : undefined)}
      list={list}
      {...(rights.mayOpen && open !== false ? { onOpen: (record: T) => open(record, show) } : {})}
      {...(narrow ? { renderNarrow: (record: T) => narrow(record, rights.hasButtons && buttons(record)) } : {})}
      empty={{
        icon,
        text: text('emptyText'),
        action: screen.emptyAction === undefined ? add(list.setSearch ? 'default' : 'filled') : screen.emptyAction
      }}
    />
  )
  const dialogs = opened && <Dialogs screen={screen} opened={opened} show={show} onClose={() => setOpened(null)} />
  if (screen.frame) {
    return (
      <>
        {screen.frame({ search: field, add: add('filled'), table })}
        {dialogs}
      </>
    )
  }
  const counted = count > 0 ? t('count' as TextKey<W>, { count, formatted: formatNumber(count) }) : undefined
  return (
    <>
      <PageHeader title={text('title')} text={isCounted ? counted : text('text')}>
        {field}
        {screen.tools}
        {add('filled')}
      </PageHeader>
      {rights.mayWrite ? screen.notice : <ReadOnlyNote />}
      {table}
      {dialogs}
    </>
  )
}

/** A screen that needs nothing but its definition; what is known only while it is shown is given as properties. */
export function defineRecordScreen<T extends AnyRecord, V extends Values, W extends Words, S>(
  screen: Screen<T, V, W, S>
) {
  return function Records(further: Partial<Screen<T, V, W, S>>) {
    return <RecordScreen {...screen} {...further} />
  }
}
