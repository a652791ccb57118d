// Files on their way to this computer, over the corner of the window: progress, cancel, and the folder they are in.
import { useEffect, useEffectEvent, useState } from 'react'
import { Anchor, CloseButton, Group, Progress, Stack, Text } from '@mantine/core'
import { useFocusWithin, useHover, useMergedRef } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { cancelDownload, downloadChanged, showDownload, type Download } from '#bridge/download-channels.ts'
import { onNotice, send } from '#platform/device/bridge.ts'
import { formatSize } from '#platform/text/format.ts'
import classes from './shell.module.css'

/** Files the list shows. */
const mostShown = 5
/** Milliseconds after which a list with nothing left to do goes by itself, unless somebody is at it. */
const stay = 10_000

function useDownloads() {
  const [downloads, setDownloads] = useState<Download[]>([])
  useEffect(
    () =>
      onNotice(downloadChanged, (changed) =>
        setDownloads((present) => {
          const isKnown = present.some(({ id }) => id === changed.id)
          if (isKnown) return present.map((one) => (one.id === changed.id ? changed : one))
          return [changed, ...present].slice(0, mostShown)
        })
      ),
    []
  )
  /** What still runs stays in sight. */
  const close = () => setDownloads((present) => present.filter(({ state }) => state === 'running'))
  return { downloads, close }
}

function Row({ download }: { download: Download }) {
  const { t } = useTranslation('shell')
  const { id, name, received, total, state } = download
  const sizes = { received: formatSize(received), total: formatSize(total) }
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text truncate title={name}>
          {name}
        </Text>
        {state === 'running' && (
          <CloseButton size="sm" aria-label={t('downloadCancel', { name })} onClick={() => send(cancelDownload, id)} />
        )}
      </Group>
      {state === 'running' ? (
        <>
          <Progress
            value={total > 0 ? (received / total) * 100 : 100}
            animated={total === 0}
            size="sm"
            aria-label={name}
          />
          <Text size="xs" c="dimmed">
            {t(total > 0 ? 'downloadRunning' : 'downloadReceived', sizes)}
          </Text>
        </>
      ) : (
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            {t(`download_${state}`)}
          </Text>
          {state === 'done' && (
            <Anchor component="button" type="button" size="xs" onClick={() => send(showDownload, id)}>
              {t('downloadShow')}
            </Anchor>
          )}
        </Group>
      )}
    </li>
  )
}

interface DownloadBoxProps {
  downloads: Download[]
  onClose: () => void
}

function DownloadBox({ downloads, onClose }: DownloadBoxProps) {
  const { t } = useTranslation('shell')
  const { ref: hoverRef, hovered } = useHover()
  const { ref: focusRef, focused } = useFocusWithin()
  const ref = useMergedRef(hoverRef, focusRef)
  const close = useEffectEvent(onClose)
  const isOver = downloads.every(({ state }) => state === 'done' || state === 'cancelled')
  const isLeaving = isOver && !hovered && !focused
  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setTimeout(() => close(), stay)
    return () => clearTimeout(timer)
  }, [isLeaving, downloads])
  return (
    <section ref={ref} className={classes['downloads']} aria-label={t('downloads')}>
      <Group justify="space-between">
        <Text fw={500}>{t('downloads')}</Text>
        <CloseButton size="sm" aria-label={t('downloadsClose')} onClick={onClose} />
      </Group>
      <Stack component="ul" gap="xs" mt="xs">
        {downloads.map((download) => (
          <Row key={download.id} download={download} />
        ))}
      </Stack>
    </section>
  )
}

export function Downloads() {
  const { downloads, close } = useDownloads()
  return downloads.length > 0 && <DownloadBox downloads={downloads} onClose={close} />
}
