// Tells everybody that the company's subscription has ended, how long everything goes on and what works after that.
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { hasPermission } from '@guiche/shared/kernel/access.ts'
import { companyStanding } from '@guiche/shared/kernel/company-standing.ts'
import { useNow } from '#platform/device/clock.ts'
import { formatDueDate } from '#platform/text/format.ts'
import { useUser } from '#platform/session/session.ts'
import classes from './expired-bar.module.css'

export function ExpiredBar() {
  const { t } = useTranslation('layout')
  const user = useUser()
  const { dueDate } = user.company
  const { isOverdue, isOperating, operatesUntil } = companyStanding({ dueDate }, useNow())
  if (dueDate === null || operatesUntil === null || user.super || !isOverdue) return null
  const key = isOperating ? 'graceUntil' : 'expiredOn'
  return (
    <Text size="sm" role="status" className={classes['bar']}>
      {t(key, { date: formatDueDate(dueDate), until: formatDueDate(operatesUntil) })}{' '}
      {hasPermission(user, 'financial-page:write') && (
        <Anchor component={Link} to={pages.subscription} size="sm" c="inherit" underline="always">
          {t('payNow')}
        </Anchor>
      )}
    </Text>
  )
}
