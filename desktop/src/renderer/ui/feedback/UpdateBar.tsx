// Offers the update that is ready: what is new, restart now or later; never while something would be broken off.
import { useEffect, useState } from 'react'
import { Button, Group, List, Popover, Text } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useNow } from '#platform/device/clock.ts'
import { useBusyReason } from '#platform/state/busy.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { putOffUpdate, useUpdates } from '#platform/device/updates.ts'
import { RestartButton } from './RestartButton.tsx'
import classes from './update-bar.module.css'

/** True from the moment on; looks again when it comes. */
function usePassed(moment: number): boolean {
  const now = useNow()
  const [passed, setPassed] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(moment), Math.max(0, moment - Date.now()))
    return () => clearTimeout(timer)
  }, [moment])
  return now >= moment || passed === moment
}

export function UpdateBar() {
  const { t } = useTranslation('updates')
  const { update, later, isInstalling } = useUpdates()
  const busy = useBusyReason()
  const language = useLocalValue('language')
  const version = update?.kind === 'ready' ? update.version : null
  const isPutOff = !usePassed(later !== null && later.version === version ? later.until : 0)
  if (update?.kind !== 'ready' || isPutOff) return null
  const notes = update.notes[language]
  return (
    <Group gap="xs" className={classes['bar']} role="region" aria-label={t('title')}>
      <IconSparkles size={16} stroke={1.75} />
      <Text size="sm" role="status" className={classes['words']}>
        <b>{t('ready', { version: update.version })}</b>{' '}
        {busy === null ? update.isDoneOnQuit && t('onQuit') : t(`busy_${busy}`)}
      </Text>
      <Group gap="xs" ml="auto" wrap="nowrap">
        {notes.length > 0 && (
          <Popover width={340} position="bottom-end" withArrow>
            <Popover.Target>
              <Button size="compact-sm" variant="subtle">
                {t('whatIsNew')}
              </Button>
            </Popover.Target>
            <Popover.Dropdown>
              <List size="sm" spacing={4} className={classes['notes'] ?? ''}>
                {notes.map((note) => (
                  <List.Item key={note}>{note}</List.Item>
                ))}
              </List>
            </Popover.Dropdown>
          </Popover>
        )}
        <Button size="compact-sm" variant="subtle" disabled={isInstalling} onClick={putOffUpdate}>
          {t('later')}
        </Button>
        <RestartButton size="compact-sm" />
      </Group>
    </Group>
  )
}
