// A file that is not here yet, could not be had, or is gone: what it is, and the way to fetch it.
import { Button, Loader } from '@mantine/core'
import {
  IconCloudDown,
  IconCloudOff,
  IconDownload,
  IconFileOff,
  IconRefresh,
  IconVirus,
  IconVirusSearch
} from '@tabler/icons-react'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { formatSize } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { mediaBox } from '#ui/conversation/media-box.ts'
import { fetchAgain } from '../actions/message-actions.ts'
import classes from '#ui/conversation/media.module.css'

/** Sign, words, and what its button says, by where the file is; without a button nothing can be fetched. */
const states = {
  remote: { Icon: IconCloudDown, words: 'fetchNotYet', action: 'fetch' },
  failed: { Icon: IconCloudOff, words: 'fetchFailed', action: 'fetchAgain' },
  unchecked: { Icon: IconVirusSearch, words: 'fileUnchecked', action: 'fetchAgain' },
  expired: { Icon: IconFileOff, words: 'fileExpired', action: null },
  infected: { Icon: IconVirus, words: 'fileInfected', action: null }
} as const

/** What a newer server may say besides is told as a file that could not be had. */
function stateOf({ mediaState }: Message): keyof typeof states | 'fetching' {
  return mediaState === 'fetching' || Object.hasOwn(states, mediaState) ? (mediaState as keyof typeof states) : 'failed'
}

function Notice({ message }: { message: Message }) {
  const { t } = useTranslation('messages')
  const state = stateOf(message)
  const size = message.mediaSize === null ? '' : ` (${formatSize(message.mediaSize)})`
  if (state === 'fetching') {
    return (
      <>
        <Loader size={18} color="currentColor" />
        <span>{t('fetching') + size}</span>
      </>
    )
  }
  const { Icon, words, action } = states[state]
  return (
    <>
      <Icon size={20} stroke={1.6} aria-hidden />
      <span>{words === 'fileInfected' ? t(words, { virus: message.mediaVirus ?? '?' }) : t(words) + size}</span>
      {action !== null && (
        <Button
          size="compact-xs"
          variant="default"
          flex="none"
          leftSection={action === 'fetch' ? <IconDownload size={13} /> : <IconRefresh size={13} />}
          onClick={() => void fetchAgain(message)}
        >
          {t(action)}
        </Button>
      )}
    </>
  )
}

export function MediaPending({ message }: { message: Message }) {
  const { mediaType, thumbnailUrl } = message
  const isPicture = mediaType === 'image' || mediaType === 'video'
  const { width, height } = mediaBox(message.width, message.height)
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
        <Notice message={message} />
      </span>
    </span>
  )
}
