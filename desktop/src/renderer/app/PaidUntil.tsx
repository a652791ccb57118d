// Until when the company is paid for, or since when it is not any more; for administrators.
import { Text, type TextProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import { useNow } from '#platform/device/clock.ts'
import { formatDueDate } from '#platform/text/format.ts'
import { useMay, useUser } from '#platform/session/session.ts'

export function PaidUntil(props: TextProps) {
  const { t } = useTranslation('layout')
  const { dueDate } = useUser().company
  const mayPay = useMay('financial-page:write')
  const now = useNow()
  if (!mayPay || dueDate === null) return null
  const { isOverdue } = companyStanding({ dueDate }, now)
  return (
    <Text span {...props}>
      {t(isOverdue ? 'endedOn' : 'activeUntil', { date: formatDueDate(dueDate) })}
    </Text>
  )
}
