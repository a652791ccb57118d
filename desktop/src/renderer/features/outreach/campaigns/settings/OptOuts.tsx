// Who hears of no campaign: those who wrote a word like "sair", and numbers that were entered by hand.
import { useState } from 'react'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconBellOff, IconBellRinging, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import type { Column } from '#ui/tables/DataTable.tsx'
import { PagedTable } from '#ui/tables/PagedTable.tsx'
import { RowAction, RowActions } from '#ui/tables/RowActions.tsx'
import { SearchField } from '#ui/forms/SearchField.tsx'
import classes from '../campaigns.module.css'
import { OptOutDialog } from './OptOutDialog.tsx'
import { optOuts, takeBack, type OptOutRow } from './opt-outs.store.ts'

export function OptOuts() {
  const { t } = useTranslation(['campaigns', 'words'])
  const { search } = optOuts.use()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<OptOutRow | null>(null)

  const columns: Column<OptOutRow>[] = [
    {
      key: 'number',
      title: t('number'),
      render: ({ name, number }) => (
        <>
          <Text fw={500} component="div" className="g-numbers g-phone">
            {formatPhone(number)}
          </Text>
          {name !== '' && (
            <Text size="xs" c="dimmed">
              {name}
            </Text>
          )}
        </>
      )
    },
    {
      key: 'word',
      title: t('optOutWord'),
      render: ({ word, revokedAt, revokedByName }) => (
        <>
          {word === '' ? '–' : word}
          {revokedAt !== null && (
            <Text size="xs" c="dimmed">
              {t('takenBackBy', { name: revokedByName, when: formatDateTime(revokedAt) })}
            </Text>
          )}
        </>
      )
    },
    { key: 'by', title: t('optOutBy'), from: 'sm', render: ({ byName }) => byName ?? t('optOutSelf') },
    {
      key: 'at',
      title: t('optOutAt'),
      from: 'md',
      render: ({ createdAt }) => <span className="g-numbers">{formatDateTime(createdAt)}</span>
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '64px',
      render: (row) =>
        row.revokedAt === null && (
          <RowActions>
            <RowAction
              icon={IconBellRinging}
              label={`${t('takeBack')}: ${row.name || formatPhone(row.number)}`}
              onClick={() => setLeaving(row)}
            />
          </RowActions>
        )
    }
  ]
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="sm">
        <Text c="dimmed" maw={640}>
          {t('optOutsText')}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <SearchField label={t('searchOptOuts')} value={search} onChange={optOuts.setSearch} />
          <Button leftSection={<IconPlus size={16} />} flex="none" onClick={() => setAdding(true)}>
            {t('addOptOut')}
          </Button>
        </Group>
      </Group>
      <div className={classes['recipients']}>
        <PagedTable
          label={t('optOuts')}
          columns={columns}
          list={optOuts}
          empty={{ icon: IconBellOff, text: t('noOptOuts') }}
        />
      </div>
      {isAdding && <OptOutDialog onClose={() => setAdding(false)} />}
      {leaving && (
        <ConfirmDialog
          title={t('takeBackTitle', { name: leaving.name || formatPhone(leaving.number) })}
          text={t('takeBackText')}
          confirmLabel={t('takeBack')}
          onConfirm={async () => {
            await takeBack(leaving.number)
            notify.success(t('takenBack'))
          }}
          onClose={() => setLeaving(null)}
        />
      )}
    </Stack>
  )
}
