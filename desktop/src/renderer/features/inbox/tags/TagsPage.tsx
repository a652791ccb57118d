// The tags screen: what tickets are marked with.
import { IconTag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TagRow } from '@guiche/shared/features/inbox/tags.ts'
import { formatNumber } from '#platform/text/format.ts'
import type { Column } from '#ui/tables/DataTable.tsx'
import { RecordsScreen } from '#ui/tables/RecordsScreen.tsx'
import { TagChip } from './TagChip.tsx'
import { TagDialog } from './TagDialog.tsx'
import { removeTag, tagRows } from './tag-rows.store.ts'
import classes from './tags.module.css'

export function TagsPage() {
  const { t } = useTranslation('tags')
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
    }
  ]
  return (
    <RecordsScreen
      words="tags"
      icon={IconTag}
      list={tagRows}
      columns={columns}
      form={(tag, close) => <TagDialog {...(tag && { tag })} onClose={close} />}
      countIn={({ ticketsCount }) => ticketsCount}
      remove={removeTag}
    />
  )
}
