// The campaigns screen: what is sent to many people, and how far each has come.
import { Suspense, useEffect } from 'react'
import { Group, Stack, Text } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { campaignReportPage } from '@guiche/shared/kernel/console-pages.ts'
import { later } from '#platform/state/later.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useMay } from '#platform/session/session.ts'
import { notify } from '#platform/device/notify.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { ensureConnections } from '#features/inbox/connections/connections.store.ts'
import { Audience } from './list/Audience.tsx'
import { campaignMoment } from './list/campaign-moment.ts'
import { CampaignActions } from './list/CampaignActions.tsx'
import { campaigns, moveCampaign, removeCampaign, type CampaignMove } from './campaigns.store.ts'
import { CampaignStatusMark } from './list/CampaignStatusMark.tsx'
import { StartDialog } from './dialog/StartDialog.tsx'

const CampaignDialog = later(() => import('./dialog/CampaignDialog.tsx').then((module) => module.CampaignDialog))

const Screen = defineRecordScreen({
  words: 'campaigns',
  icon: IconSpeakerphone,
  list: campaigns,
  isCounted: true,
  permissions: { write: 'campaigns-page:write' },
  opensToReaders: true,
  actionsWidth: '204px',
  columns: [
    { title: 'name', render: ({ name }) => <Text fw={500}>{name}</Text> },
    { title: 'status', render: (campaign) => <CampaignStatusMark campaign={campaign} /> },
    { title: 'audience', from: 'sm', render: (campaign) => <Audience campaign={campaign} /> },
    { title: 'whatsapp', from: 'md', render: ({ whatsapp }) => whatsapp?.name ?? '–' },
    // The day above the time where there is no room for both: the actions must not leave the table.
    {
      title: 'scheduledAt',
      from: 'md',
      render: ({ scheduledAt }) => (
        <Text component="span" className="g-numbers">
          {campaignMoment(scheduledAt)}
        </Text>
      )
    },
    {
      title: 'completedAt',
      from: 'lg',
      render: ({ completedAt }) => (
        <Text component="span" className="g-numbers">
          {campaignMoment(completedAt)}
        </Text>
      )
    },
    {
      title: 'confirmation',
      from: 'lg',
      render: ({ confirmation }, t) => t(confirmation ? 'enabled' : 'disabled')
    }
  ],
  form: ({ record, onClose }) => (
    <Suspense>
      <CampaignDialog {...(record && { campaign: record })} onClose={onClose} />
    </Suspense>
  ),
  dialogs: { start: ({ record, onClose }) => <StartDialog campaign={record} onClose={onClose} /> },
  narrow: (campaign, buttons) => (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Text fw={500}>{campaign.name}</Text>
        <Text size="xs" c="dimmed">
          <Audience campaign={campaign} />
          {campaign.scheduledAt !== null && ` · ${campaignMoment(campaign.scheduledAt)}`}
        </Text>
        <CampaignStatusMark campaign={campaign} />
      </Stack>
      {buttons}
    </Group>
  ),
  remove: ({ id }) => removeCampaign(id)
})

export function CampaignsPage() {
  const { t } = useTranslation('campaigns')
  const navigate = useNavigate()
  const mayWrite = useMay('campaigns-page:write')
  // A new campaign begins with the default one.
  useEffect(() => void ensureConnections(), [])
  const report = ({ id }: Campaign) => void navigate(campaignReportPage(id))
  const move = (way: Exclude<CampaignMove, 'start'>, campaign: Campaign) =>
    moveCampaign(way, campaign).then(() => notify.success(t(`${way}Done`)), notify.error)
  return (
    <Screen
      open={(campaign, show) => (mayWrite && campaign.status === 'INATIVA' ? show('edit', campaign) : report(campaign))}
      buttons={(campaign, show) => (
        <CampaignActions
          campaign={campaign}
          mayWrite={mayWrite}
          onMove={(way) => (way === 'start' ? show('start', campaign) : void move(way, campaign))}
          onReport={() => report(campaign)}
          onEdit={() => show('edit', campaign)}
          onDelete={() => show('delete', campaign)}
        />
      )}
    />
  )
}
