// Tells everybody that the company's subscription has ended and what still works.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDate } from '#platform/format.ts'
import { useUser } from '#platform/session.ts'
import classes from './expired-bar.module.css'

export const ExpiredBar = () => {
  const { t } = useTranslation('layout')
  const user = useUser()
  const { dueDate } = user.company
  if (dueDate === null || user.super || new Date(dueDate).getTime() >= Date.now()) return null
  return (
    <Text size="sm" role="status" className={classes['bar']}>
      {t('expiredOn', { date: formatDate(dueDate) })}
    </Text>
  )
}
