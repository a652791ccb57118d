// Tells everybody which number has lost WhatsApp, since when and why; admins also outside the window.
import { useEffect, useRef } from 'react'
import { Anchor, Group, Text } from '@mantine/core'
import { IconPlugConnectedX, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { formatDateTime, formatTime, isToday } from '#platform/text/format.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useMay } from '#platform/session/session.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { announceOutage } from './announce-outage.ts'
import { putAside } from './outages.store.ts'
import { useLastingOutages, type ShownOutage } from './use-outages.ts'
import classes from './outage-bar.module.css'

const momentOf = (since: number): string => (isToday(since) ? formatTime(since) : formatDateTime(since))

/** Whoever pairs phones hears of an outage that begins while they look elsewhere, once. */
function useAnnouncedOutages(outages: ShownOutage[]): void {
  const { t } = useTranslation('connections')
  const navigate = useNavigate()
  const mayLook = useMay('connections-page:actionButtons')
  const told = useRef(new Set<string>())
  useEffect(() => {
    for (const { connectionId, since, isNews, connection } of outages) {
      const outage = `${connectionId} ${since}`
      if (!mayLook || !isNews || told.current.has(outage)) continue
      told.current.add(outage)
      const title = t('outageTitle', { name: connection.name })
      const body = connection.statusReason === null ? '' : t(`reason_${connection.statusReason}`)
      announceOutage({ connectionId, title, body }, (path) => void navigate(path))
    }
  }, [outages, mayLook, navigate, t])
}

export function OutageBar() {
  const { t } = useTranslation(['connections', 'words'])
  const mayLook = useMay('connections-page:actionButtons')
  const outages = useLastingOutages()
  useAnnouncedOutages(outages)
  const shown = outages.filter(({ isPutAside }) => !isPutAside)
  const [first] = shown
  const words = () => {
    if (!first) return null
    if (shown.length > 1) {
      return t('outageOfMany', {
        count: shown.length,
        names: shown.map(({ connection }) => connection.name).join(', ')
      })
    }
    const { name, statusReason } = first.connection
    const reason = statusReason === null ? '' : t(`reason_${statusReason}`)
    return `${t('outage', { name, time: momentOf(first.since) })} ${reason}`.trim()
  }
  return (
    <div aria-live="polite">
      {first && (
        <Group gap="xs" wrap="nowrap" className={classes['bar']}>
          <IconPlugConnectedX size={16} stroke={1.75} />
          <Text size="sm" className={classes['words'] ?? ''}>
            {words()}{' '}
            {mayLook && (
              <Anchor component={Link} to={pages.connections} size="sm" c="inherit" underline="always">
                {t('outageLook')}
              </Anchor>
            )}
          </Text>
          <IconButton
            label={t('words:close')}
            icon={IconX}
            size="sm"
            onClick={() => putAside(shown.map(({ connectionId }) => connectionId))}
          />
        </Group>
      )}
    </div>
  )
}
