// Tries an integration out as it is typed, and shows what the flow answered or why it did not.
import { useState } from 'react'
import { Alert, Button, Text } from '@mantine/core'
import { IconCheck, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { testSession } from '@guiche/shared/features/automation/integrations.ts'
import { formatNumber } from '#platform/text/format.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import type { IntegrationValues } from './integration-values.ts'

/** What came of a try stands below all fields: long forms are scrolled to it. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

const failures = ['setup', 'refused', 'timeout', 'unreachable', 'unreadable'] as const

/** Why a flow does not answer, where the server names it. */
const failureOf = (error: unknown) =>
  error instanceof ApiError ? failures.find((one) => one === error.values['failure']) : undefined

type Outcome = { kind: 'answered'; answer: string; milliseconds: number } | { kind: 'failed'; error: unknown }

/** The button, and what came of the last try. `id` is that of a stored integration, whose keys are meant where none are typed. */
export function useTestSession(values: IntegrationValues, id: number | undefined) {
  const { t } = useTranslation('integrations')
  const [isBusy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const attempt = async () => {
    setBusy(true)
    setOutcome(null)
    const { type, projectName, jsonContent, language, urlN8N, secret, typebotSlug } = values
    const body = { type, projectName, jsonContent, language, urlN8N, secret, typebotSlug, id: id ?? null }
    try {
      setOutcome({ kind: 'answered', ...(await call(testSession, { body })) })
      notify.success(t('tested'))
    } catch (error) {
      setOutcome({ kind: 'failed', error })
    } finally {
      setBusy(false)
    }
  }
  const failedText = (error: unknown): string => {
    const failure = failureOf(error)
    if (failure === undefined) return errorText(error)
    // Of a timeout there is nothing more to say.
    const detail = error instanceof ApiError && failure !== 'timeout' ? error.values['detail'] : ''
    return `${t(`failed_${failure}`)}${detail ? ` (${detail})` : ''}.`
  }
  const button = (
    <Button variant="subtle" leftSection={<IconPlayerPlay size={16} />} loading={isBusy} onClick={() => void attempt()}>
      {t('test')}
    </Button>
  )
  const result =
    outcome?.kind === 'answered' ? (
      <Alert ref={show} role="status" color="green" icon={<IconCheck size={16} />}>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }} dir="auto">
          {outcome.answer === '' ? t('testSilent') : outcome.answer}
        </Text>
        <Text size="xs" c="dimmed">
          {t('testedMs', { ms: formatNumber(outcome.milliseconds) })}
        </Text>
      </Alert>
    ) : outcome ? (
      <Alert ref={show} role="alert" color="red" icon={<IconX size={16} />}>
        {failedText(outcome.error)}
      </Alert>
    ) : null
  return { button, result }
}
