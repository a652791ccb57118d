// A screen of records as data: what a feature says of its list, its form, its texts and its rights.
import type { ReactNode } from 'react'
import type { Icon } from '@tabler/icons-react'
import type { PermissionKey } from '@guiche/shared/kernel/access.ts'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import type { Column } from '../tables/column.ts'
import type { RecordList } from '../tables/record-list.ts'
import type { RecordFormDefinition, Values } from './record-form.ts'
import type { TextKey, Translate, Words } from './record-texts.ts'

export interface AnyRecord {
  id: number | string
  name?: string
}

export interface RecordColumn<T, W extends Words> extends Omit<Column<T>, 'key' | 'title' | 'render'> {
  title: TextKey<W>
  render: (record: T, t: Translate<W>) => ReactNode
}

/** Opens a dialog over the screen: `add`, `edit`, `delete`, or one of the screen's own. */
export type Show<T> = (kind: string, record?: T) => void

export interface RecordAction<T, W extends Words> {
  icon: Icon
  label: TextKey<W>
  isFor?: (record: T) => boolean
  run: (record: T, show: Show<T>) => void
}

/** What a slot of the screen is given. */
export interface OpenDialog<T> {
  /** Absent while one is added. */
  record: T | undefined
  show: Show<T>
  onClose: () => void
}

type Said = 'title' | 'text' | 'searchLabel' | 'add' | 'emptyText' | 'deleteTitle' | 'deleted'

/** Names, texts and the list; for a screen and for the tab with a form above its table. */
export interface RecordsDefinition<T extends AnyRecord, W extends Words> {
  /** Namespace that says everything here: `title`, `add`, `emptyText`, `deleteTitle`, `deleteText`, `deleted` and so on. */
  words: W
  /** Other keys than those. */
  texts?: Partial<Record<Said, TextKey<W>>>
  /** Of the empty list. */
  icon: Icon
  list: RecordList<T>
  /** Without that of the actions. */
  columns: RecordColumn<T, W>[]
  /** What one is called; its `name` without. */
  nameOf?: (record: T) => string
  /** What one is called to screen readers, in the labels of its buttons; its name without. */
  labelOf?: (record: T, t: Translate<W>) => string
  /** Absent where none is deleted. Errors: ApiError. */
  remove?: (record: T) => Promise<unknown>
  /** What is lost with it; `deleteText` without. */
  deleteText?: (record: T, t: Translate<W>) => string
  /** Why one cannot be deleted that otherwise could be, or whose `mayDelete` is `disabled`; null where it can. */
  deleteRefusal?: (record: T, t: Translate<W>) => string | null
  actions?: RecordAction<T, W>[]
  /** CSS width of the actions, where they need another than their number says. */
  actionsWidth?: string
}

export interface RecordScreenDefinition<
  T extends AnyRecord,
  V extends Values,
  W extends Words,
  S
> extends RecordsDefinition<T, W> {
  /** What adds one and edits it; a slot where the dialog is the feature's own. */
  form: RecordFormDefinition<T, V, W, S> | ((dialog: OpenDialog<T>) => ReactNode)
  /** How many there are stands under the title; without, `text` does. */
  isCounted?: boolean
  /** `write` lets others look only, and says so. */
  permissions?: Partial<Record<'write' | 'add' | 'edit' | 'delete', PermissionKey>>
  /** Whoever may look only opens rows all the same, and has the buttons that the screen gives them. */
  opensToReaders?: boolean
  mayEdit?: (record: T, user: SessionUser) => boolean
  /** `disabled` shows that it exists, but not for this one. */
  mayDelete?: (record: T, user: SessionUser) => boolean | 'disabled'
  /** What a click on a row does; without, it edits. False where a click does nothing. */
  open?: ((record: T, show: Show<T>) => void) | false
  /** Further dialogs, by what `show` is called with; one of `delete` takes the place of the usual question. */
  dialogs?: Record<string, (dialog: OpenDialog<T> & { record: T }) => ReactNode>
  /** Between the search and the button that adds. */
  tools?: ReactNode
  /** Between the heading and the table. */
  notice?: ReactNode
  /** The buttons of a row, where they are not a list of actions. */
  buttons?: (record: T, show: Show<T>) => ReactNode
  /** A whole row in one cell, for windows under 600 px; without it the columns stay. */
  narrow?: (record: T, buttons: ReactNode) => ReactNode
  /** What the table is called, where that is not the title. */
  label?: string
  /** Offered where there is none yet; what adds one without. */
  emptyAction?: ReactNode
  /** Puts the parts together where the screen is a part of another one; a page without. */
  frame?: (parts: { search: ReactNode; add: ReactNode; table: ReactNode }) => ReactNode
}
