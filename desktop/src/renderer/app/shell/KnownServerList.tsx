// The servers this computer knows: which one is in use, the way to another, and the way to forget one.
import { ActionIcon, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { removeServer, type KnownServers } from '#bridge/server-channels.ts'
import { ask } from '#platform/bridge.ts'
import { notify } from '#platform/notify.ts'
import classes from './shell.module.css'

interface KnownServerListProps {
  known: KnownServers
  onChange: (known: KnownServers) => void
  onUse: (address: string) => Promise<void>
}

export const KnownServerList = ({ known, onChange, onUse }: KnownServerListProps) => {
  const { t } = useTranslation('shell')
  const forget = (address: string) =>
    ask(removeServer, address).then(
      (left) => {
        onChange(left)
        notify.success(t('serverForgotten'))
      },
      (error: unknown) => notify.error(error)
    )
  return (
    <Stack gap="xs">
      <Text fw={500}>{t('serverKnown')}</Text>
      <ul className={classes['servers']}>
        {known.servers.map(({ address, isCurrent }) => (
          <li key={address}>
            <Group justify="space-between" wrap="nowrap" gap="xs">
              <Text truncate>{address}</Text>
              {isCurrent ? (
                <Badge>{t('serverCurrent')}</Badge>
              ) : (
                <Group gap={4} wrap="nowrap">
                  <Button
                    size="compact-sm"
                    variant="light"
                    aria-label={t('serverSwitch', { address })}
                    onClick={() => void onUse(address)}
                  >
                    {t('serverUse')}
                  </Button>
                  <ActionIcon
                    aria-label={t('serverForget', { address })}
                    title={t('serverForget', { address })}
                    onClick={() => void forget(address)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Group>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
