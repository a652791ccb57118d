// A file in a chat message: a picture in its place, sound and film to play, everything else as a card to save.
import { useTranslation } from 'react-i18next'
import type { ChatFile } from '@guiche/shared/features/team/internal-chat.ts'
import { formatSize } from '#platform/text/format.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { DownloadLink } from '#ui/layout/DownloadLink.tsx'
import { signOfFile } from '#features/inbox/messages/bubble/DocumentCard.tsx'
import classes from './chat-bubble.module.css'

/** Pixels of the longer side of a picture in a bubble. */
const longestSide = 320

function boxOf({ width, height }: ChatFile): { width: number; aspectRatio: string } {
  const [w, h] = [width ?? longestSide, height ?? longestSide * 0.75]
  const scale = Math.min(1, longestSide / Math.max(w, h))
  return { width: Math.max(96, Math.round(w * scale)), aspectRatio: `${w} / ${h}` }
}

export function ChatFileView({ file }: { file: ChatFile }) {
  const { t } = useTranslation('chats')
  const url = serverUrl(file.url)
  if (file.kind === 'image') {
    return (
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className={classes['picture']}
        style={boxOf(file)}
        aria-label={t('openImage', { name: file.name })}
      >
        <img src={serverUrl(file.thumbnailUrl ?? file.url)} alt={file.name} decoding="async" />
      </a>
    )
  }
  // Sounds of colleagues have no captions.
  if (file.kind === 'audio')
    return <audio controls preload="none" src={url} className={classes['player']} aria-label={file.name} />
  if (file.kind === 'video') {
    return <video controls preload="metadata" src={url} className={classes['film']} aria-label={file.name} />
  }
  const Sign = signOfFile(file.mime, file.name)
  return (
    <span className={classes['file']}>
      <Sign size={22} stroke={1.5} aria-hidden />
      <span className={classes['facts']}>
        <span className={classes['name']} dir="auto">
          {file.name}
        </span>
        <span className={classes['small']}>{formatSize(file.size)}</span>
      </span>
      <DownloadLink url={url} name={file.name} label={t('download', { name: file.name })} />
    </span>
  )
}
