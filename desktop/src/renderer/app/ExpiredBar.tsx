// Tells everybody that the company's subscription has ended, how long everything goes on and what works after that.
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import { endOfGrace } from '@guiche/shared/features/org/companies.ts'
import { formatDueDate } from '#platform/format.ts'
import { useUser } from '#platform/session.ts'
import classes from './expired-bar.module.css'

export const ExpiredBar = () => {
  const { t } = useTranslation('layout')
  const user = useUser()
  const { dueDate } = user.company
  if (dueDate === null || user.super || new Date(dueDate).getTime() >= Date.now()) return null
  const until = endOfGrace(dueDate) ?? 0
  const key = until >= Date.now() ? 'graceUntil' : 'expiredOn'
  return (
    <Text size="sm" role="status" className={classes['bar']}>
      {t(key, { date: formatDueDate(dueDate), until: formatDueDate(until) })}{' '}
      {isAdmin(user) && (
        <Anchor component={Link} to="/subscription" size="sm" c="inherit" underline="always">
          {t('payNow')}
        </Anchor>
      )}
    </Text>
  )
}
