// How the connections stand, right now.
import { useEffect } from 'react'
import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { ConnectionStatusMark } from '#features/inbox/connections/list/ConnectionStatusMark.tsx'
import { ensureConnections, useConnections } from '#features/inbox/connections/connections.store.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import classes from './dashboard.module.css'

function List() {
  const { t } = useTranslation(['home', 'words'])
  const { items, phase } = useConnections()
  useEffect(() => void ensureConnections(), [])
  if (phase === 'idle' || phase === 'loading') return <Skeleton height={120} radius="lg" />
  if (items.length === 0) {
    return (
      <Paper withBorder radius="lg">
        <EmptyState
          icon={IconPlugConnected}
          title={t('words:emptyList')}
          text={t('noConnectionsText')}
          action={
            <Button component={Link} to={pages.connections} mt="xs">
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

export function DashboardConnections() {
  const { t } = useTranslation('home')
  return (
    <section>
      <Group justify="space-between" align="baseline" mb="xs">
        <Title order={2}>{t('connections')}</Title>
        <Anchor component={Link} to={pages.connections} size="sm">
          {t('seeConnections')}
        </Anchor>
      </Group>
      <List />
    </section>
  )
}
