// Adds a column to the board, or gives one another title.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  createKanbanColumn,
  kanbanColumnDraft,
  updateKanbanColumn,
  type KanbanColumn
} from '@guiche/shared/features/inbox/kanban.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { putColumn } from './kanban.store.ts'

interface ColumnDialogProps {
  /** Absent to add one. */
  column?: KanbanColumn
  onClose: () => void
}

export function ColumnDialog({ column, onClose }: ColumnDialogProps) {
  const { t } = useTranslation('kanban')
  const form = useDraftForm({
    initialValues: { title: column?.title ?? '' },
    schema: kanbanColumnDraft,
    required: 'columnTitle'
  })
  const submit = async (body: typeof form.values) => {
    const saving = column
      ? call(updateKanbanColumn, { params: { id: column.id }, body })
      : call(createKanbanColumn, { body })
    putColumn(
      await saving.catch((error: unknown) => {
        throw error instanceof ApiError && Object.keys(error.fields).length > 0
          ? error
          : new ApiError(0, { error: t(column ? 'editFailed' : 'addFailed') })
      })
    )
    notify.success(t(column ? 'edited' : 'added'))
  }
  return (
    <FormDialog title={t(column ? 'edit' : 'add')} form={form} onSubmit={submit} onClose={onClose}>
      <TextInput label={t('laneTitle')} withAsterisk maxLength={60} data-autofocus {...form.getInputProps('title')} />
    </FormDialog>
  )
}
