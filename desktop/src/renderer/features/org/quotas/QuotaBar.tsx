// How much of a limit is used: in words, and as a bar where there is a limit.
import { Badge, Group, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { nearlyFull, type Quota } from '@guiche/shared/features/org/quotas.ts'
import { formatNumber } from '#platform/text/format.ts'

interface QuotaBarProps {
  title: string
  quota: Quota
  /** How amounts are written, where they are no plain numbers. */
  format?: (amount: number) => string
}

/** A limit of zero is full from the start. */
function stateOf({ used, limit }: Quota): 'full' | 'nearlyFull' | null {
  if (limit === null) return null
  if (used >= limit) return 'full'
  return used >= limit * nearlyFull ? 'nearlyFull' : null
}

const colors = { full: 'red', nearlyFull: 'yellow' }

export function QuotaBar({ title, quota, format = formatNumber }: QuotaBarProps) {
  const { t } = useTranslation('quotas')
  const { used, limit } = quota
  const state = stateOf(quota)
  if (limit === null) {
    return (
      <Group justify="space-between" gap="xs">
        <Text>{title}</Text>
        <Text c="dimmed" className="g-numbers">
          {t('noLimit', { used: format(used) })}
        </Text>
      </Group>
    )
  }
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text>{title}</Text>
        <Group gap="xs">
          {state && (
            <Badge color={colors[state]} size="sm" tt="none">
              {t(state)}
            </Badge>
          )}
          <Text className="g-numbers">{t('usedOf', { used: format(used), limit: format(limit) })}</Text>
        </Group>
      </Group>
      <Progress
        aria-label={title}
        value={limit === 0 ? 100 : Math.min(used / limit, 1) * 100}
        {...(state && { color: colors[state] })}
      />
    </div>
  )
}
