// Edit and delete at the end of a table row, each where the person may.
import type { ReactNode } from 'react'
import { IconEdit, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RowAction, RowActions } from '../tables/RowActions.tsx'

interface EditActionsProps {
  /** What the row is called, for screen readers. */
  name: string
  /** Absent: nobody may here. */
  onEdit?: (() => void) | false
  onDelete?: (() => void) | false
  isDeleteDisabled?: boolean
  /** Why it cannot be deleted. */
  deleteRefusal?: string | undefined
  /** Further actions, before these. */
  children?: ReactNode
}

export function EditActions(props: EditActionsProps) {
  const { name, onEdit, onDelete, isDeleteDisabled = false, deleteRefusal, children } = props
  const { t } = useTranslation('words')
  return (
    <RowActions>
      {children}
      {onEdit && <RowAction icon={IconEdit} label={`${t('edit')}: ${name}`} onClick={onEdit} />}
      {onDelete && (
        <RowAction
          icon={IconTrash}
          label={`${t('delete')}: ${name}`}
          isDangerous
          isDisabled={isDeleteDisabled}
          refusal={deleteRefusal}
          onClick={onDelete}
        />
      )}
    </RowActions>
  )
}
