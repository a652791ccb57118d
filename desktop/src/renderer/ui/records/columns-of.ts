// The columns of a table of records: titles in the language of the person, the buttons last.
import type { ReactNode } from 'react'
import type { Column } from '../tables/column.ts'
import type { AnyRecord, RecordsDefinition } from './record-screen.ts'
import type { Translate, Words } from './record-texts.ts'

/** Without `buttons` there is no column of actions. */
export function columnsOf<T extends AnyRecord, W extends Words>(
  { columns, actions = [], actionsWidth }: RecordsDefinition<T, W>,
  t: Translate<W>,
  buttons?: (record: T) => ReactNode
): Column<T>[] {
  const told = columns.map((column) => ({
    ...column,
    key: column.title,
    title: t(column.title),
    render: (record: T) => column.render(record, t)
  }))
  if (!buttons) return told
  // Room for edit, delete and each action.
  const width = actionsWidth ?? `${92 + 32 * actions.length}px`
  return [
    ...told,
    { key: 'actions', title: t('words:actions'), isTitleHidden: true, align: 'right', width, render: buttons }
  ]
}
