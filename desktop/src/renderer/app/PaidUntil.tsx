// Until when the company is paid for, or since when it is not any more; for administrators.
import { Text, type TextProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDueDate } from '#platform/format.ts'
import { useIsAdmin, useUser } from '#platform/session.ts'

export const PaidUntil = (props: TextProps) => {
  const { t } = useTranslation('layout')
  const { dueDate } = useUser().company
  const isAdmin = useIsAdmin()
  if (!isAdmin || dueDate === null) return null
  const isOver = new Date(dueDate).getTime() < Date.now()
  return (
    <Text span {...props}>
      {t(isOver ? 'endedOn' : 'activeUntil', { date: formatDueDate(dueDate) })}
    </Text>
  )
}
