// The super user's companies: a form above the table, due dates by colour, renewal with one click.
import { useEffect, useState } from 'react'
import { Badge, Group, Text } from '@mantine/core'
import { IconBuildingStore, IconCalendarPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Company } from '@guiche/shared/features/org/companies.ts'
import { formatDate, formatDueDate } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { DataTable, type Column } from '#ui/tables/DataTable.tsx'
import { RowAction, RowActions } from '#ui/tables/RowActions.tsx'
import { StatusDot } from '#ui/layout/StatusDot.tsx'
import { refreshCompanies, removeCompany, renewCompany, useCompanies } from './companies.store.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { daysUntil, dueColor } from './due-date.ts'

function DueDate({ dueDate }: { dueDate: string | null }) {
  const { t } = useTranslation('companies')
  if (dueDate === null) return <Text c="dimmed">{t('noDueDate')}</Text>
  const days = daysUntil(dueDate)
  const color = dueColor(days)
  const date = <span className="g-numbers">{formatDueDate(dueDate)}</span>
  if (color === null) return date
  return (
    <Badge color={color} title={t(days < 0 ? 'daysPast' : 'daysAhead', { count: Math.abs(days) })}>
      {date}
    </Badge>
  )
}

export function CompaniesTab() {
  const { t } = useTranslation(['companies', 'words'])
  const { items, phase, error } = useCompanies()
  const [edited, setEdited] = useState<Company | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  useEffect(() => void refreshCompanies(), [])
  const renew = (company: Company) =>
    void renewCompany(company).then(
      ({ dueDate }) =>
        notify.success(t('renewed', { name: company.name, date: dueDate === null ? '' : formatDueDate(dueDate) })),
      notify.error
    )
  const columns: Column<Company>[] = [
    {
      key: 'name',
      title: t('name'),
      render: ({ name, email }) => (
        <>
          <Text fw={500}>{name}</Text>
          <Text size="xs" c="dimmed">
            {email}
          </Text>
        </>
      )
    },
    {
      key: 'phone',
      title: t('phone'),
      from: 'lg',
      render: ({ phone }) => <span className="g-numbers">{phone || '–'}</span>
    },
    { key: 'plan', title: t('plan'), from: 'sm', render: ({ plan }) => plan?.name ?? t('noPlan') },
    {
      key: 'status',
      title: t('status'),
      from: 'sm',
      render: ({ status }) => (
        <Group gap={6} wrap="nowrap">
          <StatusDot tone={status ? 'good' : 'off'} />
          {t(status ? 'active' : 'inactive')}
        </Group>
      )
    },
    { key: 'created', title: t('createdAt'), from: 'lg', render: ({ createdAt }) => formatDate(createdAt) },
    { key: 'due', title: t('dueDate'), render: ({ dueDate }) => <DueDate dueDate={dueDate} /> },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '60px',
      render: (company) => (
        <RowActions>
          <RowAction icon={IconCalendarPlus} label={`${t('renew')}: ${company.name}`} onClick={() => renew(company)} />
        </RowActions>
      )
    }
  ]
  return (
    <>
      <CompanyForm
        key={edited?.id ?? 0}
        company={edited}
        onDone={() => setEdited(null)}
        onDelete={() => setDeleting(true)}
      />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        phase={phase}
        error={error}
        onRetry={() => void refreshCompanies()}
        onOpen={setEdited}
        currentKey={edited?.id}
        empty={{ icon: IconBuildingStore, text: t('emptyText') }}
      />
      {isDeleting && edited && (
        <ConfirmDialog
          title={t('words:deleteTitle')}
          text={t('deleteText', { name: edited.name })}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeCompany(edited.id)
            setEdited(null)
            notify.success(t('words:operationDone'))
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
