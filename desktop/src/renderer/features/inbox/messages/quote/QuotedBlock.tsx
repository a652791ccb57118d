// The message that another one answers, in short; pressing it leads there.
import type { QuotedMessage } from '@guiche/shared/features/inbox/messages.ts'
import { parseLocationBody } from '@guiche/shared/features/inbox/messages.ts'
import { useUser } from '#platform/session/session.ts'
import { mediaAddress } from '#platform/session/server-address.ts'
import { signatureIn } from '#platform/text/signature.ts'
import { kindNames } from './kind-names.ts'
import { parseCards } from './vcard.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { plainText } from '#platform/text/whatsapp-text.ts'
import classes from '#ui/conversation/quoted-block.module.css'

/** Letters that are enough for a preview of two lines. */
const longest = 200

/** A message in a line: its text, or what it is. */
export function useInShort() {
  const { t } = useTranslation('messages')
  return (message: Pick<QuotedMessage, 'body' | 'mediaType' | 'mediaName' | 'isDeleted' | 'fromMe'>): string => {
    if (message.isDeleted) return t('deleted')
    const kind = t(kindNames[message.mediaType])
    const { body, mediaType } = message
    if (mediaType === 'locationMessage') return [kind, parseLocationBody(body).description].filter(Boolean).join(': ')
    if (mediaType === 'vcard') return [kind, parseCards(body)[0]?.name].filter(Boolean).join(': ')
    if (mediaType === 'call_log' || mediaType === 'unknown' || mediaType === 'ciphertext') return kind
    if (body !== '') {
      const text = (message.fromMe ? signatureIn(body)?.text : undefined) ?? body
      return plainText(text.slice(0, longest * 2)).slice(0, longest)
    }
    return mediaType === 'application' ? (message.mediaName ?? kind) : kind
  }
}

interface QuotedBlockProps {
  quoted: QuotedMessage
  /** Name of the contact, for messages that carry none. */
  contactName: string
  onOpen?: () => void
}

export function QuotedBlock({ quoted, contactName, onOpen }: QuotedBlockProps) {
  const { t } = useTranslation('messages')
  const inShort = useInShort()
  const { name } = useUser()
  const signature = quoted.fromMe ? signatureIn(quoted.body)?.name : undefined
  const ours = signature === undefined || signature === name ? t('you') : signature
  const writer = quoted.fromMe ? ours : (quoted.senderName ?? contactName)
  const picture = quoted.thumbnailUrl
  const content = (
    <>
      <span className={classes['text']}>
        <span className={classes['writer']}>{writer}</span>
        <span className={classes['body']} dir="auto">
          {inShort(quoted)}
        </span>
      </span>
      {picture !== null && !quoted.isDeleted && (
        <img src={mediaAddress(picture)} alt="" className={classes['picture']} />
      )}
    </>
  )
  return onOpen ? (
    <button type="button" className={classes['quoted']} title={t('goToQuoted')} onClick={onOpen}>
      {content}
    </button>
  ) : (
    <div className={classes['quoted']}>{content}</div>
  )
}
