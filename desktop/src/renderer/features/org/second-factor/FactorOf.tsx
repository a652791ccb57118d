// Whether somebody has a second factor, and the way for an admin to reset one that is lost.
import { useEffect, useState } from 'react'
import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { User } from '@guiche/shared/features/org/users.ts'
import {
  resetSecondFactor,
  showSecondFactorOf,
  type FactorOfPerson
} from '@guiche/shared/features/org/second-factor.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { formatDate } from '#platform/text/format.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'

type Person = Pick<User, 'id' | 'name'>

function ResetDialog({ user, onReset, onClose }: { user: Person; onReset: () => void; onClose: () => void }) {
  const { t } = useTranslation('secondFactor')
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues: { currentPassword: '' },
    schema: z.object({ currentPassword: z.string() }),
    check: ({ currentPassword }) => missed(currentPassword)
  })
  const submit = async ({ currentPassword }: typeof form.values) => {
    const body = confirmed(currentPassword)
    await listen(call(resetSecondFactor, { params: { id: user.id }, body }))
    notify.success(t('resetDone'))
    onReset()
  }
  return (
    <FormDialog
      title={t('resetTitle')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('reset')}
      size="sm"
      fieldOfCode={currentPasswordCodes}
    >
      <Text>{t('resetText', { name: user.name })}</Text>
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
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
