// The files about to be sent: what they are, a caption each, and the way to leave one out.
import { Text, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { formatSize } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { signOfFile } from '#features/inbox/messages/bubble/DocumentCard.tsx'
import { detach, largestFile, patchAttachment, type Attachment } from './attachments.store.ts'
import classes from './attachment-tray.module.css'

function Picture({ attachment }: { attachment: Attachment }) {
  const { file, preview } = attachment
  if (preview === null) {
    const Sign = signOfFile(file.type, file.name)
    return <Sign size={24} stroke={1.5} aria-hidden />
  }
  return file.type.startsWith('image/') ? (
    <img src={preview} alt="" />
  ) : (
    <video src={preview} preload="metadata" muted />
  )
}

interface AttachmentTrayProps {
  ticketId: number
  attachments: readonly Attachment[]
  onSubmit: () => void
}

export function AttachmentTray({ ticketId, attachments, onSubmit }: AttachmentTrayProps) {
  const { t } = useTranslation(['composer', 'words'])
  const hasCaptions = attachments.length > 1
  return (
    <ul className={classes['tray']} aria-label={t('attachments')}>
      {attachments.map((attachment) => {
        const { id, file, caption, problem } = attachment
        return (
          <li key={id} className={classes['row']} data-problem={problem !== null || undefined}>
            <span className={classes['picture']}>
              <Picture attachment={attachment} />
            </span>
            <span className={classes['facts']}>
              <span className={classes['name']} dir="auto" title={file.name}>
                {file.name}
              </span>
              {problem === null ? (
                <Text span size="xs" c="dimmed" className="g-numbers">
                  {formatSize(file.size)}
                </Text>
              ) : (
                <Text span size="xs" c="var(--g-bad)" role="alert">
                  {problem === 'empty'
                    ? t('fileEmpty')
                    : t('fileTooLarge', { size: formatSize(file.size), limit: formatSize(largestFile) })}
                </Text>
              )}
            </span>
            {hasCaptions && problem === null && (
              <TextInput
                size="xs"
                className={classes['caption']}
                aria-label={t('captionOf', { name: file.name })}
                placeholder={t('caption')}
                value={caption}
                onChange={(event) => patchAttachment(ticketId, id, { caption: event.currentTarget.value })}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !event.nativeEvent.isComposing) onSubmit()
                }}
              />
            )}
            <IconButton
              size="md"
              label={t('words:removeName', { name: file.name })}
              onClick={() => detach(ticketId, id)}
            >
              <IconX size={16} stroke={1.75} />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}
