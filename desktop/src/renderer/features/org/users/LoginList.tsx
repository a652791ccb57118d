// The devices at which somebody is signed in, and the buttons that end them: one's own, or for admins those of their people.
import { useEffect, useState } from 'react'
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDeviceDesktop, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import * as logins from '@guiche/shared/features/org/logins.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { useUser } from '#platform/session/session.ts'
import { formatDateTime, formatSince } from '#platform/text/format.ts'
import { ConfirmedDialog } from '#ui/forms/ConfirmedDialog.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import classes from './login-list.module.css'

interface Confirmation {
  currentPassword?: string
}

/** The calls for oneself, or for somebody else. */
function callsOf(userId: number, isOwn: boolean) {
  if (isOwn) {
    return {
      list: (signal: AbortSignal) => call(logins.listOwnLogins, undefined, { signal }),
      end: (loginId: string, body: Confirmation) => call(logins.endOwnLogin, { params: { loginId }, body }),
      endAll: (body: Confirmation) => call(logins.endOwnLogins, { body })
    }
  }
  const params = { id: userId }
  return {
    list: (signal: AbortSignal) => call(logins.listLogins, { params }, { signal }),
    end: (loginId: string, body: Confirmation) => call(logins.endLogin, { params: { ...params, loginId }, body }),
    endAll: (body: Confirmation) => call(logins.endLogins, { params, body })
  }
}

function useDevice({ browser, system }: logins.Login): string {
  const { t } = useTranslation('auth')
  const names = { browser: browser ?? '', system: system ?? '' }
  if (browser !== null && system !== null) return t('takenOverDevice', names)
  return names.browser || names.system || t('takenOverUnknown')
}

function Row({ login, onEnd }: { login: logins.Login; onEnd: () => void }) {
  const { t } = useTranslation('users')
  const { address, createdAt, seenAt, isThis } = login
  const device = useDevice(login)
  const seen = t('deviceSeen', { when: formatSince(seenAt) })
  const since = t('deviceSince', { when: formatDateTime(createdAt) })
  return (
    <li className={classes['row']}>
      <IconDeviceDesktop size={18} stroke={1.6} aria-hidden className={classes['sign']} />
      <div className={classes['what']}>
        <Group gap={6}>
          <Text size="sm" fw={500}>
            {device}
          </Text>
          {isThis && <Badge color="teal">{t('deviceThis')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          {[address, seen, since].filter((part) => part !== null).join(' · ')}
        </Text>
      </div>
      {!isThis && <IconButton label={t('deviceEnd', { device })} icon={IconX} onClick={onEnd} />}
    </li>
  )
}

interface EndOneProps {
  login: logins.Login
  onConfirm: (body: Confirmation) => Promise<void>
  onClose: () => void
}

function EndOneDialog({ login, ...props }: EndOneProps) {
  const { t } = useTranslation('users')
  const device = useDevice(login)
  return (
    <ConfirmedDialog title={t('deviceEndTitle', { device })} submitLabel={t('deviceEndSubmit')} {...props}>
      <Text size="sm">{t('deviceEndText')}</Text>
    </ConfirmedDialog>
  )
}

export function LoginList({ userId }: { userId: number }) {
  const { t } = useTranslation('users')
  const isOwn = useUser().id === userId
  const [known, setKnown] = useState<logins.Login[] | null>(null)
  const [asked, setAsked] = useState<logins.Login | 'all' | null>(null)
  useEffect(() => {
    const aborter = new AbortController()
    callsOf(userId, isOwn)
      .list(aborter.signal)
      .then(setKnown, () => undefined)
    return () => aborter.abort()
  }, [userId, isOwn])
  if (known === null) return null
  const end = async (body: Confirmation, id: string) => {
    await callsOf(userId, isOwn).end(id, body)
    setKnown((now) => now?.filter((login) => login.id !== id) ?? null)
    notify.success(t('deviceEnded'))
  }
  const endAll = async (body: Confirmation) => {
    await callsOf(userId, isOwn).endAll(body)
    setKnown((now) => now?.filter(({ isThis }) => isThis) ?? null)
    notify.success(t('devicesEnded'))
  }
  const close = () => setAsked(null)
  const label = t(isOwn ? 'devicesEndOthers' : 'devicesEndAll')
  return (
    <section aria-label={t('devices')}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={3} size="h5">
            {t('devices')}
          </Title>
          {known.some(({ isThis }) => !isThis) && (
            <Button variant="subtle" size="compact-sm" onClick={() => setAsked('all')}>
              {label}
            </Button>
          )}
        </Group>
        {known.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('devicesNone')}
          </Text>
        )}
        <ul className={classes['rows']}>
          {known.map((login) => (
            <Row key={login.id} login={login} onEnd={() => setAsked(login)} />
          ))}
        </ul>
      </Stack>
      {asked === 'all' && (
        <ConfirmedDialog
          title={t(isOwn ? 'devicesEndOthersTitle' : 'devicesEndAllTitle')}
          submitLabel={label}
          onConfirm={endAll}
          onClose={close}
        >
          <Text size="sm">{t('devicesEndText')}</Text>
        </ConfirmedDialog>
      )}
      {asked !== null && asked !== 'all' && (
        <EndOneDialog login={asked} onConfirm={(body) => end(body, asked.id)} onClose={close} />
      )}
    </section>
  )
}
