// What was delivered to a webhook, what waits and what failed; each can be read and sent once more.
import { useState } from 'react'
import { Button, Code, Group, Modal, SegmentedControl, Stack, Text } from '@mantine/core'
import { IconRefresh, IconSend, IconWebhook } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  deliveryStates,
  replayDelivery,
  tryWebhook,
  type Webhook,
  type WebhookDelivery
} from '@guiche/shared/features/automation/webhooks.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import type { Column } from '#ui/tables/column.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { RowAction, RowActions } from '#ui/tables/RowActions.tsx'
import { StatusDot } from '#ui/layout/StatusDot.tsx'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { useDeliveries, type DeliveryState } from './use-deliveries.ts'
import { useFailureWords } from './use-failure-words.ts'

const tones = { waiting: 'busy', delivered: 'good', failed: 'bad' } as const

function AnswerText({ delivery: { lastStatus, lastAnswer } }: { delivery: WebhookDelivery }): string {
  const wordsOf = useFailureWords()
  return lastStatus === null ? wordsOf(lastAnswer) : [`HTTP ${lastStatus}`, lastAnswer].filter(Boolean).join(' · ')
}

function DeliveryStateMark({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  const { state, attempts, nextAt } = delivery
  return (
    <div>
      <Group gap={8} wrap="nowrap">
        <StatusDot tone={tones[state]} />
        <Text size="sm">{t(state)}</Text>
      </Group>
      <Text size="xs" c="dimmed">
        {t('attempts', { count: attempts })}
        {state === 'waiting' && attempts > 0 && nextAt !== null && ` · ${t('nextAt', { at: formatDateTime(nextAt) })}`}
      </Text>
    </div>
  )
}

/** One delivery as it was posted, with what came back. */
function DeliveryDetails({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks')
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {t('body')} · <span className="g-numbers">{delivery.id}</span>
      </Text>
      <Code block tabIndex={0} aria-label={t('body')} mah={220} style={{ overflow: 'auto' }}>
        {JSON.stringify(JSON.parse(delivery.body), null, 2)}
      </Code>
      {delivery.lastAt !== null && (
        <>
          <Text size="sm" fw={600}>
            {t('answer')} · {formatDateTime(delivery.lastAt)}
          </Text>
          <Code block tabIndex={0} aria-label={t('answer')}>
            <AnswerText delivery={delivery} />
          </Code>
        </>
      )}
    </Stack>
  )
}

export function DeliveriesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'words'])
  const life = useDialogLife(onClose)
  const [state, setState] = useState<DeliveryState | 'all'>('all')
  const [openId, setOpenId] = useState<string | null>(null)
  const list = useDeliveries(webhook.id, state === 'all' ? undefined : state)
  const params = { id: webhook.id }
  const send = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      notify.success(done)
    } catch (error) {
      notify.error(error)
    }
  }
  const columns: Column<WebhookDelivery>[] = [
    {
      key: 'event',
      title: t('event'),
      render: ({ event, createdAt }) => (
        <>
          <Text size="sm" fw={500}>
            {event}
          </Text>
          <Text size="xs" c="dimmed">
            {formatDateTime(createdAt)}
          </Text>
        </>
      )
    },
    { key: 'state', title: t('state'), render: (delivery) => <DeliveryStateMark delivery={delivery} /> },
    {
      key: 'answer',
      title: t('answer'),
      from: 'sm',
      render: (delivery) => (
        <Text size="sm" lineClamp={2}>
          <AnswerText delivery={delivery} />
        </Text>
      )
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '48px',
      render: ({ id: deliveryId, event }) => (
        <RowActions>
          <RowAction
            icon={IconRefresh}
            label={`${t('replay')}: ${event}`}
            onClick={() => void send(() => call(replayDelivery, { params: { ...params, deliveryId } }), t('replayed'))}
          />
        </RowActions>
      )
    }
  ]
  const open = list.rows.find(({ id }) => id === openId)
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={t('deliveries')}
      size="xl"
    >
      <Stack gap="md">
        <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {webhook.url}
        </Text>
        <Group justify="space-between" gap="xs">
          <SegmentedControl
            aria-label={t('state')}
            value={state}
            onChange={(value) => setState(value)}
            data={['all' as const, ...deliveryStates].map((value) => ({ value, label: t(value) }))}
          />
          <Group gap="xs">
            <IconButton label={t('words:reload')} icon={IconRefresh} variant="default" onClick={list.refresh} />
            <Button
              variant="default"
              leftSection={<IconSend size={16} />}
              onClick={() => void send(() => call(tryWebhook, { params }), t('tested'))}
            >
              {t('test')}
            </Button>
          </Group>
        </Group>
        <DataTable
          label={t('deliveries')}
          columns={columns}
          rows={list.rows}
          rowKey={({ id }) => id}
          phase={list.phase}
          error={list.error}
          onRetry={list.refresh}
          hasMore={list.hasMore}
          onMore={list.loadMore}
          onOpen={({ id }) => setOpenId(openId === id ? null : id)}
          empty={{ icon: IconWebhook, text: t('deliveriesEmpty') }}
        />
        {open && <DeliveryDetails delivery={open} />}
      </Stack>
    </Modal>
  )
}
