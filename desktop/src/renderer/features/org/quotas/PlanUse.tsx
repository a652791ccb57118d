// What the own company uses of its plan, for those who look after its money.
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { companyEvent } from '@guiche/shared/features/org/companies.ts'
import { showQuotas, type Quotas } from '@guiche/shared/features/org/quotas.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { formatDate, formatNumber } from '#platform/text/format.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { QuotaBars } from './QuotaBars.tsx'

interface Known {
  quotas: Quotas | null
  error: unknown
}

/** Asked for when it is opened, and when the plan or the line is another; what is known stays in sight meanwhile. */
function useQuotas(): Known & { reload: () => void } {
  const [known, setKnown] = useState<Known>({ quotas: null, error: null })
  const newest = useRef(0)
  const reload = useCallback(() => {
    const mine = ++newest.current
    const keep = (next: (before: Known) => Known) => mine === newest.current && setKnown(next)
    void call(showQuotas).then(
      (quotas) => keep(() => ({ quotas, error: null })),
      (error: unknown) => keep(({ quotas }) => ({ quotas, error }))
    )
  }, [])
  useEffect(() => {
    reload()
    const ends = [listen(companyEvent, reload), onLifecycle({ reload, online: reload })]
    return () => ends.forEach((end) => end())
  }, [reload])
  return { ...known, reload }
}

export function PlanUse() {
  const { t } = useTranslation(['quotas', 'words'])
  const { quotas, error, reload } = useQuotas()
  if (quotas === null && error !== null) {
    return (
      <EmptyState
        icon={IconAlertTriangle}
        title={t('failed')}
        text={errorText(error)}
        action={
          <Button variant="default" mt="xs" onClick={reload}>
            {t('words:retry')}
          </Button>
        }
      />
    )
  }
  return (
    <Paper component="section" aria-label={t('title')} withBorder p="md" maw={640} aria-busy={quotas === null}>
      {quotas === null ? (
        <Skeleton height={240} />
      ) : (
        <Stack gap="md">
          <QuotaBars quotas={quotas} />
          <Text size="sm" c="dimmed">
            {t('received', { count: quotas.received, number: formatNumber(quotas.received) })}{' '}
            {t('renewsAt', { date: formatDate(quotas.renewsAt) })}
          </Text>
        </Stack>
      )}
    </Paper>
  )
}
