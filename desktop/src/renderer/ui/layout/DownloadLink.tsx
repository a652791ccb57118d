// Saves a file of the server; without a line it says why nothing comes, which the download itself might not.
import { ActionIcon } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { notify } from '#platform/device/notify.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { useTranslation } from '#platform/text/translation.ts'

interface DownloadLinkProps {
  url: string
  name: string
  /** What it is called for those who do not see it. */
  label: string
  title?: string
}

export function DownloadLink({ url, name, label, title = label }: DownloadLinkProps) {
  const { t } = useTranslation('words')
  const warn = (): void => {
    if (useRealtime.getState().state === 'offline') notify.warning(t('fileNeedsLine', { name }), { autoClose: 5_000 })
  }
  return (
    <ActionIcon
      component="a"
      href={url}
      download={name}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      title={title}
      onClick={warn}
    >
      <IconDownload size={18} stroke={1.6} />
    </ActionIcon>
  )
}
