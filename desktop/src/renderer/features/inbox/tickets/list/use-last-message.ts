// A ticket's last message in a line, in the person's language: without markup, and with its writer when it is ours.
import { useCallback } from 'react'
import { kindSigns, mediaTypes, type MediaType } from '@guiche/shared/features/inbox/media-types.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { kindNames } from '#features/inbox/messages/quote/kind-names.ts'
import { useUser } from '#platform/session/session.ts'
import { signatureIn } from '#platform/text/signature.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { plainText } from '#platform/text/whatsapp-text.ts'

/** What the server stores for a place (spec R127) and for a message that was deleted, in the language it always uses. */
const stored = { Localização: 'location', '🚫 Mensagem apagada': 'messages:deleted' } as const

const isStored = (text: string): text is keyof typeof stored => Object.hasOwn(stored, text)

/** The kind of message that a sign of the server's stands for. */
const kindOfSign = new Map<string, MediaType>(mediaTypes.map((kind) => [kindSigns[kind], kind]))

interface LastMessage {
  /** Who of ours wrote it; empty for the customer's. */
  writer: string
  text: string
}

type Written = Pick<Ticket, 'lastMessage' | 'fromMe' | 'userId'> & Partial<Pick<Ticket, 'question'>>

/** What the customer asked where the bot or a campaign has written since, else the last message. */
function shownOf({ question, ...written }: Written): Written {
  if (!question) return written
  const { mediaType, body, mediaName } = question
  const isNamed = mediaType !== 'vcard' && mediaType !== 'unknown'
  const words = isNamed ? body || (mediaType === 'application' ? (mediaName ?? '') : '') : ''
  const lastMessage =
    mediaType === 'locationMessage' ? 'Localização' : [kindSigns[mediaType], words].filter(Boolean).join(' ')
  return { ...written, lastMessage, fromMe: false }
}

/** Returns the reading of a ticket's last message, or of what the customer asked where the bot has written since. */
export function useLastMessage(): (ticket: Written) => LastMessage {
  const { t } = useTranslation(['tickets', 'messages'])
  const { id, name } = useUser()
  const isSigning = useLocalValue('signOption')
  return useCallback(
    (written: Written): LastMessage => {
      const { lastMessage, fromMe, userId } = shownOf(written)
      if (lastMessage === '') return { writer: '', text: '' }
      const [first = '', ...rest] = lastMessage.split(' ')
      const kind = first === '' ? undefined : kindOfSign.get(first)
      const body = kind === undefined ? lastMessage : rest.join(' ')
      const signature = fromMe ? signatureIn(body) : null
      const writerOfOurs = () => {
        if (signature !== null && signature.name !== name) return `${signature.name}:`
        if (signature !== null) return t('youSaid')
        // Whoever signs wrote no text without a signature: a ticket of theirs greets, thanks and says goodbye by itself.
        const mayBeOwn = userId === id && (!isSigning || kind !== undefined)
        return mayBeOwn ? t('youSaid') : t('teamSaid')
      }
      const kindName = () => {
        if (kind === undefined) return ''
        if (kind === 'call_log') return t(body.includes('video') ? 'messages:callVideo' : 'messages:callVoice')
        return t(`messages:${kindNames[kind]}`)
      }
      const words = plainText(signature?.text ?? body)
      const text = kind === undefined ? words : `${first} ${kind === 'call_log' || words === '' ? kindName() : words}`
      return { writer: fromMe ? writerOfOurs() : '', text: isStored(lastMessage) ? t(stored[lastMessage]) : text }
    },
    [t, id, name, isSigning]
  )
}

/** The same as one string. */
export const inOneLine = ({ writer, text }: LastMessage): string => [writer, text].filter(Boolean).join(' ')
