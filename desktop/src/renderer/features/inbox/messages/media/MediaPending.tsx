// A file that is not here yet, could not be had, or is gone: what it is, and the way to fetch it.
import { Button, Loader } from '@mantine/core'
import { IconCloudDown, IconCloudOff, IconDownload, IconFileOff, IconRefresh } from '@tabler/icons-react'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { formatSize } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { mediaBox } from '#ui/conversation/media-box.ts'
import { fetchAgain } from '../actions/message-actions.ts'
import classes from '#ui/conversation/media.module.css'

export function MediaPending({ message }: { message: Message }) {
  const { t } = useTranslation('messages')
  const { mediaType, mediaState, mediaSize, thumbnailUrl } = message
  const isFetching = mediaState === 'fetching'
  const isPicture = mediaType === 'image' || mediaType === 'video'
  const { width, height } = mediaBox(message.width, message.height)
  const isUntouched = mediaState === 'remote'
  const isExpired = mediaState === 'expired'
  const words = t(isFetching ? 'fetching' : isUntouched ? 'fetchNotYet' : isExpired ? 'fileExpired' : 'fetchFailed')
  const AwayIcon = isUntouched ? IconCloudDown : isExpired ? IconFileOff : IconCloudOff
  return (
    <span
      className={isPicture ? classes['picture'] : classes['pending']}
      style={isPicture ? { width, aspectRatio: `${width} / ${height}` } : undefined}
      role="status"
    >
      {isPicture && thumbnailUrl?.startsWith('data:') && (
        <img src={thumbnailUrl} alt="" className={classes['behind']} />
      )}
      <span className={isPicture ? classes['notice'] : classes['row']}>
        {isFetching ? <Loader size={18} color="currentColor" /> : <AwayIcon size={20} stroke={1.6} aria-hidden />}
        <span>
          {words}
          {mediaSize !== null && ` (${formatSize(mediaSize)})`}
        </span>
        {!isFetching && !isExpired && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={isUntouched ? <IconDownload size={13} /> : <IconRefresh size={13} />}
            onClick={() => void fetchAgain(message)}
          >
            {t(isUntouched ? 'fetch' : 'fetchAgain')}
          </Button>
        )}
      </span>
    </span>
  )
}
