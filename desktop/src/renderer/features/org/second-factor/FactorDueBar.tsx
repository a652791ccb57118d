// Tells whoever has no second factor from when on it is demanded, and leads to it.
import { useState } from 'react'
import { Button, CloseButton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUser } from '#platform/session/session.ts'
import { formatDate } from '#platform/text/format.ts'
import { showSecondFactor } from './second-factor.store.ts'
import classes from './second-factor.module.css'

export function FactorDueBar() {
  const { t } = useTranslation(['secondFactor', 'words'])
  const { secondFactorDue } = useUser()
  const [isAway, setAway] = useState(false)
  if (!secondFactorDue || isAway) return null
  return (
    <div className={classes['bar']} role="status">
      <Text size="sm">{t('due', { date: formatDate(secondFactorDue) })}</Text>
      <Button size="compact-sm" variant="default" onClick={() => showSecondFactor(true)}>
        {t('dueStart')}
      </Button>
      <CloseButton size="sm" aria-label={t('words:close')} onClick={() => setAway(true)} />
    </div>
  )
}
