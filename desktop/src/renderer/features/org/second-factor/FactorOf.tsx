// Whether somebody has a second factor, and the way for an admin to reset one that is lost.
import { useEffect, useState } from 'react'
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { User } from '@guiche/shared/features/org/users.ts'
import {
  resetSecondFactor,
  showSecondFactorOf,
  type FactorOfPerson
} from '@guiche/shared/features/org/second-factor.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { formatDate } from '#platform/text/format.ts'
import { ConfirmedDialog } from '#ui/forms/ConfirmedDialog.tsx'

type Person = Pick<User, 'id' | 'name'>

function ResetDialog({ user, onReset, onClose }: { user: Person; onReset: () => void; onClose: () => void }) {
  const { t } = useTranslation('secondFactor')
  const reset = async (body: { currentPassword?: string }) => {
    await call(resetSecondFactor, { params: { id: user.id }, body })
    notify.success(t('resetDone'))
    onReset()
  }
  return (
    <ConfirmedDialog title={t('resetTitle')} submitLabel={t('reset')} onConfirm={reset} onClose={onClose}>
      <Text>{t('resetText', { name: user.name })}</Text>
    </ConfirmedDialog>
  )
}

export function FactorOf({ user }: { user: Person }) {
  const { t } = useTranslation(['secondFactor', 'passkeys'])
  const [state, setState] = useState<FactorOfPerson | null>(null)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    const aborter = new AbortController()
    call(showSecondFactorOf, { params: { id: user.id } }, { signal: aborter.signal }).then(setState, () => undefined)
    return () => aborter.abort()
  }, [user.id])
  if (state === null) return null
  const { since, passkeys } = state
  return (
    <section aria-label={t('title')}>
      <Group justify="space-between" gap="xs">
        <Title order={3} size="h5">
          {t('title')}
        </Title>
        <Group gap="xs">
          {since === null ? (
            <Badge color="gray">{t('off')}</Badge>
          ) : (
            <Badge color="teal">{t('on', { date: formatDate(since) })}</Badge>
          )}
          {passkeys > 0 && <Badge color="teal">{t('passkeys:of', { count: passkeys })}</Badge>}
          {(since !== null || passkeys > 0) && (
            <Button variant="subtle" size="compact-sm" onClick={() => setAsked(true)}>
              {t('reset')}
            </Button>
          )}
        </Group>
      </Group>
      {isAsked && (
        <ResetDialog
          user={user}
          onReset={() => setState({ since: null, passkeys: 0 })}
          onClose={() => setAsked(false)}
        />
      )}
    </section>
  )
}
