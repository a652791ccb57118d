// The first start, and every change of server: an address, looked at while it is typed.
import { useEffect, useState } from 'react'
import { Alert, Button, Center, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCheck, IconLockOpen } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { listServers, type KnownServers } from '#bridge/server-channels.ts'
import { invoke } from '#platform/device/bridge.ts'
import { Logo } from '#ui/layout/Logo.tsx'
import { UpdateStatus } from '#ui/feedback/UpdateStatus.tsx'
import { LanguageMenu } from '../person/LanguageMenu.tsx'
import { KnownServerList } from './KnownServerList.tsx'
import classes from './shell.module.css'
import { useServerCheck } from './use-server-check.ts'

function useKnownServers(): [KnownServers, (servers: KnownServers) => void] {
  const [known, setKnown] = useState<KnownServers>({ servers: [], isFixed: false })
  useEffect(() => {
    invoke(listServers).then(setKnown, () => undefined)
  }, [])
  return [known, setKnown]
}

/** `onClose` is there when a server is in use already. */
export function ServerScreen({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation(['shell', 'words'])
  const [typed, setTyped] = useState('')
  const [known, setKnown] = useKnownServers()
  const address = typed.trim()
  const { checked, isChecking, use } = useServerCheck(address)
  const refusal = checked?.ok === false ? t(`refused_${checked.reason}`, { detail: checked.detail }) : null
  const isOpen = checked?.ok === true && !checked.isEncrypted
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack className={classes['start']} gap="lg">
        <Group justify="space-between">
          <Logo size={36} />
          <LanguageMenu />
        </Group>
        <Stack gap={4}>
          <Title order={1}>{t('serverTitle')}</Title>
          <Text c="dimmed">{t('serverText')}</Text>
        </Stack>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (address !== '') void use(address)
          }}
        >
          <Stack gap="sm">
            <TextInput
              label={t('serverAddress')}
              placeholder={t('serverPlaceholder')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={refusal}
              inputMode="url"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              autoFocus
            />
            <div role="status" className={classes['found']}>
              {isChecking && <Text c="dimmed">{t('serverChecking')}</Text>}
              {!isChecking && checked?.ok === true && (
                <Group gap={6} wrap="nowrap">
                  <IconCheck size={16} className={classes['good']} aria-hidden />
                  <Text>{t('serverFound', { version: checked.version })}</Text>
                </Group>
              )}
            </div>
            {checked?.ok === false && checked.reason === 'app-too-old' && <UpdateStatus />}
            {isOpen && (
              <Alert color="yellow" icon={<IconLockOpen size={18} />} title={t('serverOpen')}>
                {t('serverOpenText')}
              </Alert>
            )}
            <Group gap="xs" justify="flex-end">
              {onClose && (
                <Button variant="default" onClick={onClose}>
                  {t('words:cancel')}
                </Button>
              )}
              <Button type="submit" disabled={address === ''} loading={isChecking}>
                {t(isOpen ? 'serverUseAnyway' : 'serverUse')}
              </Button>
            </Group>
          </Stack>
        </form>
        {known.servers.length > 0 && <KnownServerList known={known} onChange={setKnown} onUse={use} />}
      </Stack>
    </Center>
  )
}
