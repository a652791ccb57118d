// People and connections beyond the plan: how many there are, what they cost, and more or fewer of them.
import { useCallback, useEffect, useRef, useState } from 'react'
import { Alert, Button, Group, NumberInput, Skeleton, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  mostExtras,
  orderExtras,
  quoteExtras,
  showExtras,
  type ExtrasQuote,
  type PlanExtras
} from '@guiche/shared/features/billing/plan-extras.ts'
import { notify } from '#platform/device/notify.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { formatDueDate, formatMoney } from '#platform/text/format.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'

interface Known {
  extras: PlanExtras | null
  error: unknown
}

/** Those of the own company, or of the one that is named. */
function useExtras(companyId: number | undefined): Known & { reload: () => void } {
  const [known, setKnown] = useState<Known>({ extras: null, error: null })
  const newest = useRef(0)
  const reload = useCallback(() => {
    const mine = ++newest.current
    const keep = (next: Known) => mine === newest.current && setKnown(next)
    call(showExtras, { query: { companyId } }).then(
      (extras) => keep({ extras, error: null }),
      (error: unknown) => keep({ extras: null, error })
    )
  }, [companyId])
  useEffect(reload, [reload])
  return { ...known, reload }
}

const kinds = ['users', 'connections'] as const
type Counts = Record<(typeof kinds)[number], number>

interface ConfirmProps {
  companyId: number | undefined
  counts: Counts
  quote: ExtrasQuote
  isFewer: boolean
  onDone: () => void
  onClose: () => void
}

function Confirm({ companyId, counts, quote, isFewer, onDone, onClose }: ConfirmProps) {
  const { t } = useTranslation(['planExtras', 'words'])
  const { share, until, periodValue } = quote
  const values = {
    share: formatMoney(share),
    date: until === null ? '' : formatDueDate(until),
    period: formatMoney(periodValue)
  }
  const terms = t(share > 0 && until !== null ? 'termsWithShare' : 'terms', values)
  return (
    <ConfirmDialog
      title={t('confirmTitle', counts)}
      text={isFewer ? `${terms} ${t('noRefund')}` : terms}
      confirmLabel={t('change')}
      isDangerous={false}
      onConfirm={async () => {
        await call(orderExtras, { body: { companyId, ...counts } })
        notify.success(t('changed'))
        onDone()
      }}
      onClose={onClose}
    />
  )
}

interface FieldsProps {
  companyId: number | undefined
  extras: PlanExtras
  onDone: () => void
}

/** Mount it anew for other numbers. */
function Fields({ companyId, extras, onDone }: FieldsProps) {
  const { t } = useTranslation(['planExtras', 'words'])
  const [typed, setTyped] = useState<Record<keyof Counts, number | string>>(extras)
  const [quote, setQuote] = useState<ExtrasQuote | null>(null)
  const counts: Counts = { users: Number(typed.users), connections: Number(typed.connections) }
  const prices = { users: extras.userPrice, connections: extras.connectionPrice }
  const isOther = kinds.some((kind) => counts[kind] !== extras[kind])
  const ask = () => void call(quoteExtras, { query: { companyId, ...counts } }).then(setQuote, notify.error)
  const offered = kinds.filter((kind) => prices[kind] !== null || extras[kind] > 0)
  if (offered.length === 0) return <Text c="dimmed">{t('notSold')}</Text>
  return (
    <Stack gap="sm" align="flex-start">
      <Group align="flex-end">
        {offered.map((kind) => (
          <NumberInput
            key={kind}
            label={t(kind)}
            description={t('each', { price: formatMoney(prices[kind] ?? 0) })}
            min={0}
            max={mostExtras}
            allowDecimal={false}
            value={typed[kind]}
            onChange={(value) => setTyped((before) => ({ ...before, [kind]: value }))}
          />
        ))}
        <Button variant="default" disabled={!isOther} onClick={ask}>
          {t('change')}
        </Button>
      </Group>
      {extras.share > 0 && (
        <Text size="sm" c="dimmed">
          {t('shareWaits', { share: formatMoney(extras.share) })}
        </Text>
      )}
      {quote && (
        <Confirm
          {...{ companyId, counts, quote, onDone }}
          isFewer={kinds.some((kind) => counts[kind] < extras[kind])}
          onClose={() => setQuote(null)}
        />
      )}
    </Stack>
  )
}

export function ExtrasForm({ companyId }: { companyId?: number }) {
  const { t } = useTranslation('words')
  const { extras, error, reload } = useExtras(companyId)
  if (extras !== null) {
    const { users, connections, share } = extras
    return <Fields key={`${users} ${connections} ${share}`} companyId={companyId} extras={extras} onDone={reload} />
  }
  if (error === null) return <Skeleton height={60} />
  return (
    <Alert color="red" title={t('listFailed')}>
      {errorText(error)}
      <Button variant="default" mt="sm" display="block" onClick={reload}>
        {t('retry')}
      </Button>
    </Alert>
  )
}
