// A shorter period: says what is older than it already, before anybody agrees to its going.
import { useEffect, useState } from 'react'
import { Alert, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  expiredKinds,
  previewRetention,
  type ExpiredCounts,
  type RetentionKey,
  type RetentionMonths
} from '@guiche/shared/features/org/retention.ts'
import { notify } from '#platform/device/notify.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { formatDate, formatNumber, formatSize } from '#platform/text/format.ts'
import { CountGrid } from '#ui/feedback/CountGrid.tsx'
import { ConfirmedDialog } from '#ui/forms/ConfirmedDialog.tsx'
import { changeSetting } from './settings.store.ts'

interface Preview {
  before: string | null
  counts: ExpiredCounts
  size: number
}

function Expired({ counts, size }: Preview) {
  const { t } = useTranslation('settings')
  const kinds = expiredKinds.filter((kind) => (counts[kind] ?? 0) > 0)
  if (kinds.length === 0) return <Text size="sm">{t('expiredNothing')}</Text>
  const numberOf = (kind: (typeof kinds)[number]) => formatNumber(counts[kind] ?? 0)
  const shown = kinds.map((kind) => ({
    kind,
    label: t(`expired_${kind}`),
    count: kind === 'files' && size > 0 ? `${numberOf(kind)} (${formatSize(size)})` : numberOf(kind)
  }))
  return <CountGrid label={t('expiredNow')} counts={shown} />
}

interface RetentionDialogProps {
  name: RetentionKey
  months: RetentionMonths
  onClose: () => void
}

export function RetentionDialog({ name, months, onClose }: RetentionDialogProps) {
  const { t } = useTranslation('settings')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    const aborter = new AbortController()
    const query = { key: name, months }
    call(previewRetention, { query }, { signal: aborter.signal }).then(setPreview, (error: unknown) => {
      if (!aborter.signal.aborted) setFailure(error)
    })
    return () => aborter.abort()
  }, [name, months])
  const choose = async (confirmation: { currentPassword?: string }) => {
    await changeSetting(name, months, confirmation)
    notify.success(t('updated'))
  }
  const period = t(`months_${months}`)
  return (
    <ConfirmedDialog
      title={t(`shorter_${name}`, { period })}
      submitLabel={t('shorterSubmit')}
      onConfirm={choose}
      onClose={onClose}
      size="md"
    >
      {preview?.before && <Text size="sm">{t('shorterText', { date: formatDate(preview.before) })}</Text>}
      {preview === null && failure === null && <Skeleton height={120} />}
      {failure !== null && <Alert color="red">{errorText(failure)}</Alert>}
      {preview && <Expired {...preview} />}
      <Text size="sm" c="dimmed">
        {t('shorterStays')}
      </Text>
    </ConfirmedDialog>
  )
}
