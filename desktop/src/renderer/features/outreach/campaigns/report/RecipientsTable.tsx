// Everybody a campaign is for: where each stands, and why somebody was left out or could not be reached.
import { Group, Select, Stack, Text, Title } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { recipientStates, type Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import type { Column } from '#ui/tables/column.ts'
import { PagedTable } from '#ui/tables/PagedTable.tsx'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { StatusDot, type StatusTone } from '#ui/layout/StatusDot.tsx'
import { campaignMoment } from '../list/campaign-moment.ts'
import { openReport, showState, type Recipient } from './campaign-report.store.ts'
import classes from '../campaigns.module.css'
import { shownReason, shownState, type ShownState } from './recipient-words.ts'

const tones: Record<ShownState, StatusTone> = {
  waiting: 'off',
  asked: 'busy',
  confirmed: 'busy',
  sent: 'busy',
  delivered: 'good',
  skipped: 'warn',
  failed: 'bad'
}

function State({ recipient }: { recipient: Recipient }) {
  const { t } = useTranslation('campaigns')
  const state = shownState(recipient)
  const reason = shownReason(recipient)
  return (
    <Stack gap={0}>
      <Group gap={6} wrap="nowrap">
        <StatusDot tone={tones[state]} />
        <Text>{t(`state_${state}`)}</Text>
      </Group>
      {reason !== null && (
        <Text size="xs" c="dimmed" pl={14}>
          {t(`reason_${reason}`)}
        </Text>
      )}
    </Stack>
  )
}

export function RecipientsTable({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const { use, recipients } = openReport(campaign.id)
  const { state } = use()
  const { search } = recipients.use()
  const hasBegun = campaign.status !== 'INATIVA' && campaign.status !== 'PROGRAMADA'

  const columns: Column<Recipient>[] = [
    {
      key: 'name',
      title: t('person'),
      render: ({ name, number }) => (
        <Stack gap={0}>
          {number === '' ? (
            <Text c="dimmed" fs="italic">
              {t('reason_erased')}
            </Text>
          ) : (
            <Text fw={500}>{name}</Text>
          )}
          <Text component="div" size="xs" c="dimmed" hiddenFrom="sm" className="g-numbers g-phone">
            {formatPhone(number)}
          </Text>
        </Stack>
      )
    },
    {
      key: 'number',
      title: t('number'),
      from: 'sm',
      render: ({ number }) => <span className="g-numbers g-phone">{formatPhone(number)}</span>
    },
    { key: 'state', title: t('state'), render: (recipient) => <State recipient={recipient} /> },
    ...(campaign.confirmation
      ? ([
          {
            key: 'confirmed',
            title: t('confirmedAt'),
            from: 'lg',
            render: ({ confirmedAt }) => <span className="g-numbers">{campaignMoment(confirmedAt)}</span>
          }
        ] satisfies Column<Recipient>[])
      : []),
    {
      key: 'sentAt',
      title: t('sentAt'),
      from: 'lg',
      render: ({ sentAt }) => <span className="g-numbers">{campaignMoment(sentAt)}</span>
    },
    {
      key: 'delivered',
      title: t('deliveredAt'),
      from: 'md',
      render: ({ deliveredAt }) => <span className="g-numbers">{campaignMoment(deliveredAt)}</span>
    }
  ]
  return (
    <section className={classes['recipients']} aria-label={t('recipients')}>
      <Group justify="space-between" gap="xs">
        <Title order={2}>{t('recipients')}</Title>
        <Group gap="xs" flex={1} maw={520} miw={260} wrap="nowrap">
          <SearchField label={t('searchRecipients')} value={search} onChange={recipients.setSearch} />
          <Select
            w={180}
            aria-label={t('state')}
            data={[
              { value: 'all', label: t('allStates') },
              ...recipientStates.map((value) => ({ value, label: t(`state_${value}`) }))
            ]}
            value={state ?? 'all'}
            onChange={(value) => showState(campaign.id, recipientStates.find((one) => one === value) ?? null)}
          />
        </Group>
      </Group>
      <PagedTable
        label={t('recipients')}
        columns={columns}
        list={recipients}
        empty={{ icon: IconUsers, text: t(hasBegun ? 'noRecipients' : 'notBegun') }}
      />
    </section>
  )
}
