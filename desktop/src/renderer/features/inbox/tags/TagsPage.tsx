// The tags screen: what tickets are marked with.
import { useState } from 'react'
import { IconTag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TagRow } from '@guiche/shared/features/inbox/tags.ts'
import { formatNumber } from '#platform/format.ts'
import { notify } from '#platform/notify.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { EditActions } from '#ui/EditActions.tsx'
import { ListScreen } from '#ui/ListScreen.tsx'
import { TagChip } from './TagChip.tsx'
import { TagDialog } from './TagDialog.tsx'
import { removeTag, tagRows } from './tag-rows.store.ts'
import classes from './tags.module.css'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; tag: TagRow }

export const TagsPage = () => {
  const { t } = useTranslation(['tags', 'words'])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)

  const columns: Column<TagRow>[] = [
    {
      key: 'name',
      title: t('name'),
      render: (tag) => (
        <div className={classes['cell']}>
          <TagChip tag={tag} />
        </div>
      )
    },
    {
      key: 'tickets',
      title: t('tickets'),
      align: 'right',
      width: '140px',
      render: ({ ticketsCount }) => <span className="g-numbers">{formatNumber(ticketsCount)}</span>
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '92px',
      render: (tag) => (
        <EditActions
          name={tag.name}
          onEdit={() => setDialog({ kind: 'edit', tag })}
          onDelete={() => setDialog({ kind: 'delete', tag })}
        />
      )
    }
  ]
  return (
    <>
      <ListScreen
        title={t('title')}
        text={(total, formatted) => t('count', { count: total, formatted })}
        searchLabel={t('searchLabel')}
        addLabel={t('add')}
        onAdd={() => setDialog({ kind: 'add' })}
        columns={columns}
        list={tagRows}
        onOpen={(tag) => setDialog({ kind: 'edit', tag })}
        empty={{ icon: IconTag, text: t('emptyText') }}
      />
      {dialog?.kind === 'add' && <TagDialog onClose={close} />}
      {dialog?.kind === 'edit' && <TagDialog tag={dialog.tag} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.tag.name })}
          text={t('deleteText', { count: dialog.tag.ticketsCount })}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeTag(dialog.tag.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
