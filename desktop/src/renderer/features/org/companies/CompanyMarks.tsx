// A company's state and due date, in words.
import { Badge, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CompanyOverview } from '@guiche/shared/features/org/company-overviews.ts'
import type { Quota } from '@guiche/shared/features/org/quotas.ts'
import { daysUntil } from '@guiche/shared/features/org/due-dates.ts'
import { formatDueDate, formatNumber } from '#platform/text/format.ts'
import { dueColor } from './due-date.ts'

const colors = { active: 'teal', trial: 'blue', overdue: 'red', blocked: 'gray' }

export function CompanyStateMark({ state }: { state: CompanyOverview['state'] }) {
  const { t } = useTranslation('companies')
  return <Badge color={colors[state]}>{t(`state_${state}`)}</Badge>
}

/** Says in red that the archive did not go into its store. */
export function ArchiveFailureMark({ hasArchiveFailure = false }: Pick<CompanyOverview, 'hasArchiveFailure'>) {
  const { t } = useTranslation('companies')
  return hasArchiveFailure && <Badge color="red">{t('archiveFailed')}</Badge>
}

export function DueDate({ dueDate, state }: Pick<CompanyOverview, 'dueDate' | 'state'>) {
  const { t } = useTranslation('companies')
  if (dueDate === null) return <Text c="dimmed">{t('noDueDate')}</Text>
  const days = daysUntil(dueDate)
  const color = dueColor(days)
  const today = state === 'overdue' ? t('duePastToday') : t('dueToday')
  const words = days === 0 ? today : t(days < 0 ? 'daysPast' : 'daysAhead', { count: Math.abs(days) })
  return (
    <>
      <Text className="g-numbers">{formatDueDate(dueDate)}</Text>
      {color === null ? (
        <Text size="xs" c="dimmed">
          {words}
        </Text>
      ) : (
        <Badge color={color} size="sm" tt="none">
          {words}
        </Badge>
      )}
    </>
  )
}

export function UsedOf({ usage: { used, limit } }: { usage: Quota }) {
  const { t } = useTranslation('companies')
  if (limit === null) return <span className="g-numbers">{formatNumber(used)}</span>
  const isOver = used > limit
  return (
    <Text span className="g-numbers" {...(isOver && { c: 'red' })}>
      {t('usedOf', { used: formatNumber(used), limit: formatNumber(limit) })}
    </Text>
  )
}
