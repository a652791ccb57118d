// The campaigns screen: what is sent to many people, and how far each has come.
import { Suspense, useEffect, useState } from 'react'
import { Group, Stack, Text } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { campaignReportPage } from '@guiche/shared/kernel/console-pages.ts'
import type { Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { later } from '#platform/state/later.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import type { Column } from '#ui/tables/DataTable.tsx'
import { ListScreen } from '#ui/tables/ListScreen.tsx'
import { ensureConnections } from '#features/inbox/connections/connections.store.ts'
import { Audience } from './dialog/Audience.tsx'
import { campaignMoment } from './dialog/campaign-moment.ts'
import { CampaignActions } from './list/CampaignActions.tsx'
import { campaigns, moveCampaign, removeCampaign, type CampaignMove, type ListedCampaign } from './campaigns.store.ts'
import { CampaignStatusMark } from './list/CampaignStatusMark.tsx'
import { StartDialog } from './dialog/StartDialog.tsx'

const CampaignDialog = later(() => import('./dialog/CampaignDialog.tsx').then((module) => module.CampaignDialog))

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete' | 'start'; campaign: Campaign }

function Moment({ at }: { at: string | null }) {
  return (
    // The day above the time where there is no room for both: the actions must not leave the table.
    <Text component="span" className="g-numbers">
      {campaignMoment(at)}
    </Text>
  )
}

export function CampaignsPage() {
  const { t } = useTranslation(['campaigns', 'words'])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const navigate = useNavigate()
  const close = () => setDialog(null)
  // A new campaign begins with the default one.
  useEffect(() => void ensureConnections(), [])
  const edit = (campaign: Campaign) => setDialog({ kind: 'edit', campaign })
  const report = ({ id }: Campaign) => void navigate(campaignReportPage(id))
  const move = (way: CampaignMove, campaign: Campaign) => {
    if (way === 'start') return setDialog({ kind: 'start', campaign })
    moveCampaign(way, campaign).then(() => notify.success(t(`${way}Done`)), notify.error)
  }
  const actions = (campaign: ListedCampaign) => (
    <CampaignActions
      campaign={campaign}
      onMove={(way) => move(way, campaign)}
      onReport={() => report(campaign)}
      onEdit={() => edit(campaign)}
      onDelete={() => setDialog({ kind: 'delete', campaign })}
    />
  )

  const columns: Column<ListedCampaign>[] = [
    { key: 'name', title: t('name'), render: ({ name }) => <Text fw={500}>{name}</Text> },
    { key: 'status', title: t('status'), render: (campaign) => <CampaignStatusMark campaign={campaign} /> },
    { key: 'list', title: t('audience'), from: 'sm', render: (campaign) => <Audience campaign={campaign} /> },
    { key: 'whatsapp', title: t('whatsapp'), from: 'md', render: ({ whatsapp }) => whatsapp?.name ?? '–' },
    {
      key: 'scheduledAt',
      title: t('scheduledAt'),
      from: 'md',
      render: ({ scheduledAt }) => <Moment at={scheduledAt} />
    },
    {
      key: 'completedAt',
      title: t('completedAt'),
      from: 'lg',
      render: ({ completedAt }) => <Moment at={completedAt} />
    },
    {
      key: 'confirmation',
      title: t('confirmation'),
      from: 'lg',
      render: ({ confirmation }) => t(confirmation ? 'enabled' : 'disabled')
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '204px',
      render: actions
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
        list={campaigns}
        onOpen={(campaign) => (campaign.status === 'INATIVA' ? edit(campaign) : report(campaign))}
        renderNarrow={(campaign) => (
          <Stack gap={4}>
            <Group gap="xs" justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={0} miw={0}>
                <Text fw={500}>{campaign.name}</Text>
                <Text size="xs" c="dimmed">
                  <Audience campaign={campaign} />
                  {campaign.scheduledAt !== null && ` · ${campaignMoment(campaign.scheduledAt)}`}
                </Text>
              </Stack>
              <CampaignStatusMark campaign={campaign} />
            </Group>
            {actions(campaign)}
          </Stack>
        )}
        empty={{ icon: IconSpeakerphone, text: t('emptyText') }}
      />
      <Suspense>
        {dialog?.kind === 'add' && <CampaignDialog onClose={close} />}
        {dialog?.kind === 'edit' && <CampaignDialog campaign={dialog.campaign} onClose={close} />}
      </Suspense>
      {dialog?.kind === 'start' && <StartDialog campaign={dialog.campaign} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.campaign.name })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeCampaign(dialog.campaign.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
