// Asks before a record is deleted, and says that it was.
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '../feedback/ConfirmDialog.tsx'
import type { AnyRecord, RecordsDefinition } from './record-screen.ts'
import { nameIn, useTexts, type TextKey, type Words } from './record-texts.ts'

interface DeleteDialogProps<T extends AnyRecord, W extends Words> {
  of: RecordsDefinition<T, W>
  record: T
  onDeleted?: () => void
  onClose: () => void
}

export function DeleteDialog<T extends AnyRecord, W extends Words>(props: DeleteDialogProps<T, W>) {
  const { of: records, record, onDeleted, onClose } = props
  const { texts = {}, deleteText, remove } = records
  const t = useTexts(records.words)
  const name = nameIn(records, record)
  return (
    <ConfirmDialog
      title={t(texts.deleteTitle ?? ('deleteTitle' as TextKey<W>), { name })}
      text={deleteText ? deleteText(record, t) : t('deleteText' as TextKey<W>, { name })}
      confirmLabel={t('words:delete')}
      onConfirm={async () => {
        await remove?.(record)
        onDeleted?.()
        notify.success(t(texts.deleted ?? ('deleted' as TextKey<W>)))
      }}
      onClose={onClose}
    />
  )
}
