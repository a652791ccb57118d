// The home of administrators: how many are being served and waiting, and how the connections stand, right now.
import { useEffect } from 'react'
import { Anchor, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { formatNumber } from '#platform/format.ts'
import { ConnectionStatusMark } from '#features/inbox/connections/ConnectionStatusMark.tsx'
import { ensureConnections, useConnections } from '#features/inbox/connections/connections.store.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import classes from './dashboard.module.css'
import { followCounts, useCounts } from './counts.store.ts'

/** The server stops counting here. */
const mostCounted = 1_000

const Counter = ({ label, value }: { label: string; value: number | undefined }) => {
  const { t } = useTranslation('home')
  return (
    <Paper withBorder radius="lg" p={{ base: 'sm', sm: 'md' }}>
      <Text c="dimmed">{label}</Text>
      {value === undefined ? (
        <Skeleton height={28} width={56} mt={6} />
      ) : (
        <div className={classes['figure']}>
          {value >= mostCounted ? t('atLeast', { formatted: formatNumber(value) }) : formatNumber(value)}
        </div>
      )}
    </Paper>
  )
}

const Connections = () => {
  const { t } = useTranslation('home')
  const { items, phase } = useConnections()
  useEffect(() => void ensureConnections(), [])
  if (phase === 'idle' || phase === 'loading') return <Skeleton height={120} radius="lg" />
  if (items.length === 0) {
    return (
      <Paper withBorder radius="lg">
        <EmptyState
          icon={IconPlugConnected}
          title={t('noConnections')}
          text={t('noConnectionsText')}
          action={
            <Button component={Link} to="/connections" mt="xs">
              {t('connectNow')}
            </Button>
          }
        />
      </Paper>
    )
  }
  const connected = items.filter(({ status }) => status === 'CONNECTED').length
  return (
    <Stack gap="xs">
      <Text c="dimmed">{t('connectedOf', { connected, total: items.length })}</Text>
      <Paper withBorder radius="lg" className={classes['rows']}>
        {items.map((connection) => (
          <div key={connection.id} className={classes['row']}>
            <Stack gap={0} miw={0}>
              <Text fw={500}>{connection.name}</Text>
              <Text size="xs" c="dimmed" className="g-numbers">
                {connection.number === null ? '–' : formatPhone(connection.number)}
              </Text>
            </Stack>
            <ConnectionStatusMark connection={connection} />
          </div>
        ))}
      </Paper>
    </Stack>
  )
}

export const DashboardPage = () => {
  const { t } = useTranslation('home')
  const counts = useCounts(({ counts: present }) => present)
  useEffect(followCounts, [])
  return (
    <div className={classes['page']}>
      <PageHeader title={t('title')} text={t('text')} />
      <SimpleGrid cols={3} spacing={{ base: 'xs', sm: 'md' }}>
        <Counter label={t('open')} value={counts?.open} />
        <Counter label={t('pending')} value={counts?.pending} />
        <Counter label={t('unread')} value={counts?.unread} />
      </SimpleGrid>
      <Group justify="space-between" align="baseline" mt="xl" mb="xs">
        <Title order={2}>{t('connections')}</Title>
        <Anchor component={Link} to="/connections" size="sm">
          {t('seeConnections')}
        </Anchor>
      </Group>
      <Connections />
    </div>
  )
}
