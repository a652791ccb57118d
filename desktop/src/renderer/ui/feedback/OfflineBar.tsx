// Says since when the line is down, what still works, and that what is typed will be sent.
import { Group, Text } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDateTime, formatTime, isToday } from '#platform/text/format.ts'
import { useLasting } from '#platform/state/lasting.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { useServerTrouble } from '#platform/net/server-trouble.ts'
import classes from './offline-bar.module.css'

/** Milliseconds a line may be down before people are told: most come back at once. */
const grace = 1_500
/** What waiting does not heal. */
const lasting = new Set(['certificate', 'no-https', 'not-guiche'])

export function OfflineBar() {
  const { t } = useTranslation(['layout', 'shell'])
  const since = useRealtime(({ offlineSince }) => offlineSince)
  const snapshotAt = useRealtime((state) => state.snapshotAt)
  const isShown = useLasting(since !== null, grace, since ?? undefined)
  const trouble = useServerTrouble(isShown)
  return (
    <div role="status" aria-live="polite">
      {isShown && since !== null && (
        <Group gap="xs" wrap="nowrap" className={classes['bar']}>
          <IconCloudOff size={16} stroke={1.75} />
          <Text size="sm">
            <b>
              {snapshotAt === null
                ? t('offlineSince', { time: formatTime(since) })
                : t(isToday(snapshotAt) ? 'offlinePictureToday' : 'offlinePicture', {
                    time: isToday(snapshotAt) ? formatTime(snapshotAt) : formatDateTime(snapshotAt)
                  })}
            </b>{' '}
            {trouble && lasting.has(trouble.reason) && (
              <>{t(`shell:refused_${trouble.reason}`, { detail: trouble.detail })} </>
            )}
            {t('offlineKept')}
          </Text>
          <Text size="xs" ml="auto" visibleFrom="md" className={classes['retry'] ?? ''}>
            {t('offlineRetry')}
          </Text>
        </Group>
      )}
    </div>
  )
}
