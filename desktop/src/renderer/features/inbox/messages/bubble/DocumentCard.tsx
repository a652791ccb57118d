// A file with its name and size; it opens where the browser can show it and is saved otherwise.
import {
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMusic,
  IconPhoto,
  IconVideo,
  type Icon
} from '@tabler/icons-react'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { formatSize } from '#platform/text/format.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { DownloadLink } from '#ui/layout/DownloadLink.tsx'
import classes from '#ui/conversation/media.module.css'

const signs: [RegExp, Icon][] = [
  [/pdf$/i, IconFileTypePdf],
  [/xlsx?$|csv$|ods$|sheet|excel/i, IconFileSpreadsheet],
  [/zip$|rar$|7z$|gz$|compressed/i, IconFileZip],
  [/docx?$|odt$|txt$|rtf$|text|word/i, IconFileText],
  [/^image/i, IconPhoto],
  [/^audio/i, IconMusic],
  [/^video/i, IconVideo]
]

/** The sign of a kind of file, by its type or the end of its name. */
export const signOfFile = (mime: string | null, name: string | null): Icon =>
  signs.find(([pattern]) => pattern.test(name ?? '') || pattern.test(mime ?? ''))?.[1] ?? IconFile

const endingOf = (name: string): string => /\.(\w{1,8})$/.exec(name)?.[1]?.toUpperCase() ?? ''

export function DocumentCard({ message }: { message: Message }) {
  const { t } = useTranslation('messages')
  const { mediaName, mediaMime, mediaSize, mediaUrl } = message
  const name = mediaName ?? t('file')
  const Sign = signOfFile(mediaMime, mediaName)
  const facts = [endingOf(name), mediaSize === null ? '' : formatSize(mediaSize)].filter(Boolean).join(' · ')
  return (
    <span className={classes['file']}>
      <span className={classes['sign']}>
        <Sign size={22} stroke={1.5} aria-hidden />
      </span>
      <span className={classes['facts']}>
        <span className={classes['name']} dir="auto">
          {name}
        </span>
        <span className={classes['small']}>{facts}</span>
      </span>
      {mediaUrl !== null && (
        <DownloadLink url={serverUrl(mediaUrl)} name={name} label={t('downloadFile', { name })} title={t('download')} />
      )}
    </span>
  )
}
