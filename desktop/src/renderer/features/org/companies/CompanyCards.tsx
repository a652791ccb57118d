// The cards of a company's page: who it is, what it uses of its plan, its connections, its people and its settings.
import type { ReactNode } from 'react'
import { Badge, Group, Paper, Stack, Switch, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { recurrences } from '@guiche/shared/features/org/companies.ts'
import type { CompanyDetail } from '@guiche/shared/features/org/company-overviews.ts'
import { QuotaBar } from '#features/org/quotas/QuotaBar.tsx'
import { QuotaBars } from '#features/org/quotas/QuotaBars.tsx'
import { notify } from '#platform/device/notify.ts'
import { formatDate, formatNumber, formatSince, formatZone } from '#platform/text/format.ts'
import { StatusDot } from '#ui/layout/StatusDot.tsx'
import type { Column } from '#ui/tables/column.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { OnOff } from '#ui/tables/cells.tsx'
import classes from './companies.module.css'
import { changeCompany, type OpenCompany } from './company.store.ts'
import { DueDate } from './CompanyMarks.tsx'

interface CardProps {
  title: string
  place?: 'wide' | 'tall'
  children: ReactNode
}

export function Card({ title, place, children }: CardProps) {
  return (
    <Paper component="section" aria-label={title} withBorder p="md" className={place ? (classes[place] ?? '') : ''}>
      <Text component="h2" fw={600} mb="sm">
        {title}
      </Text>
      {children}
    </Paper>
  )
}

export function AboutCard({ shown: { company, detail } }: { shown: OpenCompany }) {
  const { t } = useTranslation('companies')
  const recurrence = recurrences.find((one) => one === company.recurrence) ?? 'MENSAL'
  const facts: [string, ReactNode][] = [
    [t('email'), company.email ?? '–'],
    [t('phone'), company.phone ? company.phone : '–'],
    [t('plan'), detail.plan?.name ?? t('noPlan')],
    [t('dueDate'), <DueDate key="due" {...detail} />],
    [t('recurrence'), t(recurrence)],
    [t('createdAt'), formatDate(detail.createdAt)],
    [t('lastActivity'), detail.lastActivityAt === null ? t('never') : formatSince(detail.lastActivityAt)],
    [t('newTickets'), formatNumber(detail.newTickets)]
  ]
  return (
    <Card title={t('about')} place="tall">
      <dl className={classes['facts']}>
        {facts.map(([title, value]) => (
          <div key={title} style={{ display: 'contents' }}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

export function LimitsCard({ detail: { people, connections, queues, quotas } }: { detail: CompanyDetail }) {
  const { t } = useTranslation(['companies', 'quotas'])
  return (
    <Card title={t('quotas:title')}>
      <Stack gap="md">
        {quotas && <QuotaBars quotas={quotas} kinds={['messages', 'storage', 'campaigns']} />}
        <QuotaBar title={t('quotas:users')} quota={people} />
        <QuotaBar title={t('connections')} quota={connections} />
        <QuotaBar title={t('queues')} quota={queues} />
      </Stack>
    </Card>
  )
}

export function ConnectionsCard({ numbers }: Pick<CompanyDetail, 'numbers'>) {
  const { t } = useTranslation(['companies', 'connections'])
  return (
    <Card title={t('connections')}>
      {numbers.length === 0 && <Text c="dimmed">{t('noConnections')}</Text>}
      <Stack gap="sm">
        {numbers.map(({ id, name, status, statusSince }) => (
          <Group key={id} justify="space-between" gap="xs">
            <Text fw={500}>{name}</Text>
            <Group gap={6}>
              <StatusDot tone={status === 'CONNECTED' ? 'good' : status === 'DISCONNECTED' ? 'bad' : 'busy'} />
              <Text>{t(`connections:status_${status}` as 'connections:status_CONNECTED')}</Text>
              <Text size="xs" c="dimmed">
                {t('since', { date: formatDate(statusSince) })}
              </Text>
            </Group>
          </Group>
        ))}
      </Stack>
    </Card>
  )
}

type Member = CompanyDetail['team'][number]

export function PeopleCard({ team }: Pick<CompanyDetail, 'team'>) {
  const { t } = useTranslation(['companies', 'users', 'words'])
  const columns: Column<Member>[] = [
    { key: 'name', title: t('name'), render: ({ name }) => <Text fw={500}>{name}</Text> },
    {
      key: 'role',
      title: t('role'),
      render: (person) => (
        <Badge {...(person.profile !== 'admin' && { color: 'gray' })}>
          {person.super ? t('users:super') : t(`users:profile_${person.profile}`)}
        </Badge>
      )
    },
    {
      key: 'seen',
      title: t('lastSeen'),
      render: ({ online, lastSeenAt }) => {
        const seen = lastSeenAt === null ? t('never') : formatSince(lastSeenAt)
        return <OnOff isOn={online}>{online ? t('words:online') : seen}</OnOff>
      }
    }
  ]
  return (
    <Card title={t('people')} place="wide">
      <DataTable
        label={t('people')}
        columns={columns}
        rows={team}
        rowKey={({ id }) => id}
        phase="ready"
        empty={{ icon: IconUsers, text: t('noPeople') }}
      />
    </Card>
  )
}

export function SettingsCard({ company }: Pick<OpenCompany, 'company'>) {
  const { t } = useTranslation('companies')
  const { id, campaignsEnabled, timeZone } = company
  const change = (value: boolean) =>
    void changeCompany(id, { campaignsEnabled: value }).then(() => notify.success(t('saved')), notify.error)
  return (
    <Card title={t('settings')}>
      <Stack gap="md">
        <Switch
          label={t('campaigns')}
          description={t('campaignsHint')}
          checked={campaignsEnabled}
          onChange={(event) => change(event.currentTarget.checked)}
        />
        <Text c="dimmed">
          {t('timeZone')}: {formatZone(timeZone)}
        </Text>
      </Stack>
    </Card>
  )
}
