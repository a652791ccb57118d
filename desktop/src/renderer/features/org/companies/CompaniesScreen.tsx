// The super user's companies: figures, filters by state and a table that sorts; a row leads to the company's page.
import { useState, type ReactNode } from 'react'
import { Button, Group, Select, Text } from '@mantine/core'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  companyFilters,
  companySorts,
  type CompanyOverview,
  type CompanySort
} from '@guiche/shared/features/org/company-overviews.ts'
import { companyPage } from '@guiche/shared/kernel/console-pages.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { formatNumber, formatSince } from '#platform/text/format.ts'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import type { Column } from '#ui/tables/column.ts'
import { PagedTable } from '#ui/tables/PagedTable.tsx'
import { NameCell } from '#ui/tables/cells.tsx'
import { ImportButton } from '#features/org/company-archives/ImportButton.tsx'
import classes from './companies.module.css'
import { companyOverviews, filterCompanies, sortCompanies, useOverview } from './company-overviews.store.ts'
import { CompanyDialog } from './CompanyDialog.tsx'
import { ArchiveFailureMark, CompanyStateMark, DueDate, UsedOf } from './CompanyMarks.tsx'

const shownFigures = ['all', 'active', 'dueSoon', 'overdue'] as const

function Figures() {
  const { t } = useTranslation('companies')
  const figures = useOverview((state) => state.figures)
  return (
    <dl className={classes['figures']} aria-label={t('figures')}>
      {shownFigures.map((key) => (
        <div key={key} className={classes['figure']}>
          <dt>{t(`figure_${key}`)}</dt>
          <dd>{figures === null ? '–' : formatNumber(figures[key])}</dd>
        </div>
      ))}
    </dl>
  )
}

function Filters() {
  const { t } = useTranslation('companies')
  const { filter, figures, sort } = useOverview()
  const titles: Record<CompanySort, string> = sortTitles(t)
  return (
    <div role="group" aria-label={t('filters')} className={classes['filters']}>
      {companyFilters.map((key) => (
        <Button
          key={key}
          size="compact-md"
          radius="xl"
          variant={filter === key ? 'light' : 'default'}
          aria-pressed={filter === key}
          onClick={() => filterCompanies(filter === key ? null : key)}
        >
          {t(`figure_${key}`)}
          {figures !== null && ` · ${formatNumber(figures[key])}`}
        </Button>
      ))}
      <Select
        hiddenFrom="sm"
        w="100%"
        aria-label={t('sortBy')}
        data={companySorts.map((value) => ({ value, label: `${t('sortBy')}: ${titles[value]}` }))}
        value={sort}
        allowDeselect={false}
        onChange={(value) => value !== sort && sortCompanies(value as CompanySort)}
      />
    </div>
  )
}

function sortTitles(t: (key: CompanySort) => string): Record<CompanySort, string> {
  return Object.fromEntries(companySorts.map((key) => [key, t(key)])) as Record<CompanySort, string>
}

function LastActivity({ at }: { at: string | null }) {
  const { t } = useTranslation('companies')
  return <Text {...(at === null && { c: 'dimmed' })}>{at === null ? t('never') : formatSince(at)}</Text>
}

function Marks({ state, hasArchiveFailure }: Pick<CompanyOverview, 'state' | 'hasArchiveFailure'>) {
  return (
    <Group gap={4}>
      <CompanyStateMark state={state} />
      <ArchiveFailureMark hasArchiveFailure={hasArchiveFailure} />
    </Group>
  )
}

function Connections({ connections }: Pick<CompanyOverview, 'connections'>) {
  const { t } = useTranslation('companies')
  return (
    <>
      <UsedOf usage={connections} />
      {connections.used > 0 && (
        <Text size="xs" c="dimmed">
          {t('connected', { count: connections.connected })}
        </Text>
      )}
    </>
  )
}

function useColumns(): Column<CompanyOverview>[] {
  const { t } = useTranslation('companies')
  return [
    {
      key: 'name',
      title: t('name'),
      isSortable: true,
      render: ({ name, email }) => <NameCell name={name}>{email ?? ''}</NameCell>
    },
    { key: 'status', title: t('status'), render: (company) => <Marks {...company} /> },
    { key: 'plan', title: t('plan'), isSortable: true, from: 'sm', render: ({ plan }) => plan?.name ?? t('noPlan') },
    {
      key: 'people',
      title: t('people'),
      isSortable: true,
      from: 'md',
      render: ({ people }) => <UsedOf usage={people} />
    },
    {
      key: 'connections',
      title: t('connections'),
      isSortable: true,
      from: 'md',
      render: ({ connections }) => <Connections connections={connections} />
    },
    { key: 'dueDate', title: t('dueDate'), isSortable: true, render: (company) => <DueDate {...company} /> },
    {
      key: 'lastActivity',
      title: t('lastActivity'),
      isSortable: true,
      from: 'lg',
      render: ({ lastActivityAt }) => <LastActivity at={lastActivityAt} />
    }
  ]
}

function Companies({ head }: { head: (tools: ReactNode) => ReactNode }) {
  const { t } = useTranslation('companies')
  const navigate = useNavigate()
  const search = companyOverviews.use((state) => state.search)
  const { filter, sort, isDescending } = useOverview()
  const [isAdding, setAdding] = useState(false)
  const columns = useColumns()
  return (
    <>
      {head(
        <>
          <SearchField label={t('searchLabel')} value={search} onChange={companyOverviews.setSearch} />
          <ImportButton />
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
            {t('add')}
          </Button>
        </>
      )}
      <Figures />
      <Filters />
      <PagedTable
        label={t('title')}
        columns={columns}
        list={companyOverviews}
        sort={{ key: sort, isDescending }}
        onSort={(key) => sortCompanies(key as CompanySort)}
        onOpen={({ id }) => void navigate(companyPage(id))}
        renderNarrow={(company) => (
          <>
            <div className={classes['narrow']}>
              <div>
                <NameCell name={company.name}>{company.plan?.name ?? t('noPlan')}</NameCell>
              </div>
              <Marks {...company} />
            </div>
            <div className={classes['narrow']}>
              <div>
                <DueDate {...company} />
              </div>
              <Text size="xs" c="dimmed">
                {t('people')}: <UsedOf usage={company.people} />
              </Text>
            </div>
          </>
        )}
        empty={{ icon: IconBuildingStore, text: t(filter === null ? 'emptyText' : 'emptyFiltered') }}
      />
      {isAdding && (
        <CompanyDialog
          company={null}
          onSaved={() => void companyOverviews.refresh()}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

export function CompaniesPage() {
  const { t } = useTranslation('companies')
  return <Companies head={(tools) => <PageHeader title={t('title')}>{tools}</PageHeader>} />
}

/** The same among the settings, where the specification has them. */
export function CompaniesTab() {
  return (
    <Companies
      head={(tools) => (
        <Group gap="xs" mb="md">
          {tools}
        </Group>
      )}
    />
  )
}
