// How much of the last days a connection had WhatsApp: the days as columns, and each outage with its reason.
import { useEffect, useState } from 'react'
import { Modal, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  showUptime,
  uptimeDays,
  type Outage,
  type UptimeDay,
  type UptimeDetails
} from '@guiche/shared/features/inbox/connection-uptime.ts'
import type { Connection } from '@guiche/shared/features/inbox/connections.ts'
import { formatCalendar, formatDateTime, formatMinutes, formatShare } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { ChartCard } from '#ui/charts/ChartCard.tsx'
import { ColumnChart } from '#ui/charts/ColumnChart.tsx'
import type { Column } from '#ui/tables/column.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { causeOf } from './outage-cause.ts'
import { useUptime } from './uptime.store.ts'

interface Details {
  phase: 'loading' | 'ready' | 'failed'
  data: UptimeDetails | null
  error: unknown
}

/** Asked for again when the connection comes or goes. */
function useDetails(id: number) {
  const [details, setDetails] = useState<Details>({ phase: 'loading', data: null, error: null })
  const [attempt, setAttempt] = useState(0)
  const known = useUptime(id)
  useEffect(() => {
    const aborter = new AbortController()
    call(showUptime, { params: { id } }, { signal: aborter.signal }).then(
      (data) => setDetails({ phase: 'ready', data, error: null }),
      (error: unknown) => {
        if (!aborter.signal.aborted) setDetails(({ data }) => ({ phase: data ? 'ready' : 'failed', data, error }))
      }
    )
    return () => aborter.abort()
  }, [id, known, attempt])
  return { ...details, retry: () => setAttempt(attempt + 1) }
}

function columnOf({ day, lostSeconds }: UptimeDay) {
  return {
    label: formatCalendar(day, { day: '2-digit', month: '2-digit' }),
    title: formatCalendar(day, { day: 'numeric', month: 'long' }),
    value: Math.ceil(lostSeconds / 60)
  }
}

export function UptimeDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const { t } = useTranslation('connections')
  const life = useDialogLife(onClose)
  const { data, phase, error, retry } = useDetails(connection.id)
  const days = (data?.days ?? []).map(columnOf)
  const { share = null, watchedFrom = null, outages = [] } = data ?? {}

  const lasting = ({ endedAt, lostSeconds, breaks }: Outage) => (
    <>
      <span className="g-numbers">{formatMinutes(lostSeconds / 60)}</span>
      {(endedAt === null || breaks > 1) && (
        <Text size="xs" c="dimmed">
          {[endedAt === null ? t('uptimeLasts') : '', breaks > 1 ? t('uptimeBreaks', { count: breaks }) : '']
            .filter(Boolean)
            .join(' · ')}
        </Text>
      )}
    </>
  )
  const causeText = ({ reason }: Outage) => t(`cause_${causeOf(reason)}`)
  const columns: Column<Outage>[] = [
    { key: 'began', title: t('uptimeBegan'), render: ({ beganAt }) => formatDateTime(beganAt) },
    { key: 'lasting', title: t('uptimeLasting'), render: lasting },
    { key: 'cause', title: t('uptimeCause'), render: causeText }
  ]
  const narrowRow = (outage: Outage) => (
    <Stack gap={2}>
      <Text fw={500}>{formatDateTime(outage.beganAt)}</Text>
      <div>{lasting(outage)}</div>
      <Text size="sm">{causeText(outage)}</Text>
    </Stack>
  )
  const text =
    share === null
      ? t('uptimeUnknown')
      : [
          t('uptimeShare', { share: formatShare(share), count: uptimeDays }),
          watchedFrom && t('uptimeSince', { moment: formatDateTime(watchedFrom) })
        ]
          .filter(Boolean)
          .join(' · ')

  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={t('uptimeTitle', { name: connection.name })}
      size="xl"
    >
      <Stack gap="md">
        <ChartCard
          title={t('uptimeChart')}
          text={text}
          head={[t('uptimeDay'), t('uptimeMinutes')]}
          rows={days.map(({ title, value }) => [title, value])}
          phase={phase}
          error={error}
          onRetry={retry}
          isStale={false}
          emptyText={t('uptimeNone', { count: uptimeDays })}
        >
          <ColumnChart label={t('uptimeChart')} columns={days} unit={t('uptimeMinutes')} axis={t('uptimeDay')} />
        </ChartCard>
        {outages.length > 0 && (
          <DataTable
            label={t('uptimeOutages')}
            columns={columns}
            rows={outages}
            rowKey={({ id }) => id}
            phase={phase}
            renderNarrow={narrowRow}
            empty={{ icon: IconCircleCheck, text: t('uptimeNone', { count: uptimeDays }) }}
          />
        )}
        <Text size="xs" c="dimmed">
          {t('uptimeNote')}
        </Text>
      </Stack>
    </Modal>
  )
}
