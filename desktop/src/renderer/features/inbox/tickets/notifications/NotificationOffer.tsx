// Offers to announce messages while the window is out of sight; asked once, and only where it can be allowed.
import { memo, useState } from 'react'
import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { askToAnnounce, mayAskToAnnounce } from './announce-message.ts'
import classes from '../ticket-panel.module.css'

const storageKey = 'notificationOffer'

export const NotificationOffer = memo(() => {
  const { t } = useTranslation('tickets')
  const [isShown, setShown] = useState(() => mayAskToAnnounce() && localStorage.getItem(storageKey) === null)
  if (!isShown) return null
  const answer = (isWanted: boolean) => {
    localStorage.setItem(storageKey, isWanted ? 'yes' : 'no')
    setShown(false)
    if (isWanted) void askToAnnounce()
  }
  return (
    <div className={classes['offer']}>
      <Text size="xs">{t('offerNotifications')}</Text>
      <Group gap={6} wrap="nowrap">
        <Button size="compact-xs" variant="light" onClick={() => answer(true)}>
          {t('offerYes')}
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => answer(false)}>
          {t('offerNo')}
        </Button>
      </Group>
    </div>
  )
})
