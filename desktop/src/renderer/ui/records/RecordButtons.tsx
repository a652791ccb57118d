// The buttons at the end of a record's row: the screen's own actions, then edit and delete where the person may.
import { EditActions } from '../forms/EditActions.tsx'
import { RowAction } from '../tables/RowActions.tsx'
import type { AnyRecord, RecordsDefinition, Show } from './record-screen.ts'
import { nameIn, useTexts, type Words } from './record-texts.ts'

interface RecordButtonsProps<T extends AnyRecord, W extends Words> {
  of: RecordsDefinition<T, W>
  record: T
  show: Show<T>
  mayEdit: boolean
  mayDelete: boolean | 'disabled'
}

export function RecordButtons<T extends AnyRecord, W extends Words>(props: RecordButtonsProps<T, W>) {
  const { of: records, record, show, mayEdit, mayDelete } = props
  const t = useTexts(records.words)
  const name = records.labelOf?.(record, t) ?? nameIn(records, record)
  const deleteRefusal = records.deleteRefusal?.(record, t) ?? undefined
  return (
    <EditActions
      name={name}
      onEdit={mayEdit && (() => show('edit', record))}
      onDelete={mayDelete !== false && (() => show('delete', record))}
      isDeleteDisabled={mayDelete === 'disabled' && deleteRefusal === undefined}
      deleteRefusal={deleteRefusal}
    >
      {records.actions
        ?.filter(({ isFor }) => isFor?.(record) ?? true)
        .map(({ icon, label, run }) => (
          <RowAction key={label} icon={icon} label={`${t(label)}: ${name}`} onClick={() => run(record, show)} />
        ))}
    </EditActions>
  )
}
