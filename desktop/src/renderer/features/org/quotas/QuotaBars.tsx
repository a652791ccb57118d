// What a company uses of what its plan limits, one bar a limit.
import { useTranslation } from 'react-i18next'
import { quotaKinds, type QuotaKind, type Quotas } from '@guiche/shared/features/org/quotas.ts'
import { formatSize } from '#platform/text/format.ts'
import { QuotaBar } from './QuotaBar.tsx'

interface QuotaBarsProps {
  quotas: Quotas
  kinds?: readonly QuotaKind[]
}

export function QuotaBars({ quotas, kinds = quotaKinds }: QuotaBarsProps) {
  const { t } = useTranslation('quotas')
  return kinds.map((kind) => (
    <QuotaBar key={kind} title={t(kind)} quota={quotas[kind]} {...(kind === 'storage' && { format: formatSize })} />
  ))
}
