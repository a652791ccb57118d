// What a link of an invitation opens: who invites to which company, and the name and the password of whoever comes.
import { useEffect, useState } from 'react'
import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { EndpointResult } from '@guiche/shared/kernel/endpoint.ts'
import { openInvitation } from '@guiche/shared/features/org/invitations.ts'
import { hasCode } from '#platform/net/api-error.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { AuthFrame } from './AuthFrame.tsx'
import { AcceptForm } from './AcceptForm.tsx'

type Opened = EndpointResult<typeof openInvitation>

function useOpened(token: string) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [error, setError] = useState<unknown>(null)
  const ask = () => void call(openInvitation, { body: { token } }).then(setOpened, setError)
  useEffect(ask, [token])
  const retry = () => {
    setError(null)
    ask()
  }
  return { opened, error, retry }
}

/** What is wrong with a link for good cannot be tried again. */
const isFinal = (error: unknown): boolean =>
  hasCode(error, 'ERR_INVITATION_INVALID') || hasCode(error, 'ERR_COMPANY_INACTIVE')

function Refused({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('words')
  return (
    <Alert color="red" variant="light" role="alert">
      {errorText(error)}{' '}
      {!isFinal(error) && (
        <Button size="compact-xs" variant="subtle" color="red" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Alert>
  )
}

export function InvitationPage() {
  const { t } = useTranslation(['invitations', 'auth'])
  const token = useLocation().hash.slice(1)
  const { opened, error, retry } = useOpened(token)
  return (
    <AuthFrame
      title={opened ? t('pageTitle', { company: opened.company }) : t('pageTitleBefore')}
      {...(opened ? { text: t('pageText', { name: opened.invitedBy }) } : {})}
      foot={{ question: t('auth:haveAccount'), link: t('auth:toLogin'), to: pages.login }}
    >
      {error !== null && <Refused error={error} onRetry={retry} />}
      {opened && <AcceptForm token={token} email={opened.email} />}
      {opened === null && error === null && (
        <Stack gap="md" aria-hidden>
          <Skeleton height={58} />
          <Skeleton height={58} />
          <Skeleton height={36} />
        </Stack>
      )}
    </AuthFrame>
  )
}
