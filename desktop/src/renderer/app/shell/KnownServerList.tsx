// The servers this computer knows: which one is in use, the way to another, and the way to forget one.
import { useState } from 'react'
import { ActionIcon, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { removeServer, type CheckedServer, type KnownServers } from '#bridge/server-channels.ts'
import { invoke } from '#platform/device/bridge.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import classes from './shell.module.css'

/** The one that was chosen: on its way, or refused. */
interface Choice {
  address: string
  refused: Extract<CheckedServer, { ok: false }> | null
}

interface KnownServerListProps {
  known: KnownServers
  onChange: (known: KnownServers) => void
  onUse: (address: string) => Promise<CheckedServer>
}

export function KnownServerList({ known, onChange, onUse }: KnownServerListProps) {
  const { t } = useTranslation('shell')
  const [choice, setChoice] = useState<Choice | null>(null)
  const [leaving, setLeaving] = useState<string | null>(null)
  const use = async (address: string) => {
    setChoice({ address, refused: null })
    try {
      const checked = await onUse(address)
      if (!checked.ok) setChoice({ address, refused: checked })
    } catch (error) {
      setChoice(null)
      notify.error(error)
    }
  }
  const forget = async (address: string) => {
    onChange(await invoke(removeServer, address))
    notify.success(t('serverForgotten'))
  }
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
                    loading={choice?.address === address && choice.refused === null}
                    onClick={() => void use(address)}
                  >
                    {t('serverUse')}
                  </Button>
                  <ActionIcon
                    aria-label={t('serverForget', { address })}
                    title={t('serverForget', { address })}
                    onClick={() => setLeaving(address)}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                </Group>
              )}
            </Group>
            {choice?.address === address && choice.refused !== null && (
              <Text size="xs" c="var(--g-bad)" role="alert" mt={4}>
                {t(`refused_${choice.refused.reason}`, { detail: choice.refused.detail })}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {leaving !== null && (
        <ConfirmDialog
          title={t('serverForgetTitle')}
          text={t('serverForgetText', { address: leaving })}
          confirmLabel={t('serverForgetConfirm')}
          onConfirm={() => forget(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Stack>
  )
}
