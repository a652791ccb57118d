// The columns of a received message that depend on what it holds.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import type { InboundContent } from '#platform/whatsapp-port.ts'

interface ContentColumns extends Pick<Message, 'body' | 'mediaType' | 'mediaState'> {
  media: object | null
  raw: unknown
}

/** Null: it could not be read yet. A file is still to be fetched. */
export function contentColumns(content: InboundContent | null): ContentColumns {
  if (content === null) return { body: '', mediaType: 'ciphertext', media: null, mediaState: 'none', raw: null }
  const plain = { media: null, mediaState: 'none', raw: null } as const
  switch (content.kind) {
    case 'text':
      return { body: content.body, mediaType: 'chat', ...plain }
    case 'location':
      return { body: content.body, mediaType: 'locationMessage', ...plain }
    case 'call':
      return { body: content.body, mediaType: 'call_log', ...plain }
    case 'vcard':
      return { body: content.body, mediaType: 'vcard', ...plain }
    case 'unknown':
      return { body: content.label, mediaType: 'unknown', media: null, mediaState: 'none', raw: content.raw }
    case 'media': {
      const { kind, thumbnail, ...facts } = content.media
      const media = {
        ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
        ...(thumbnail ? { preview: thumbnail.toString('base64') } : {})
      }
      return { body: content.body, mediaType: kind, media, mediaState: 'fetching', raw: null }
    }
  }
}
