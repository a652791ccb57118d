// The columns of a received message that depend on what it holds.
import type { InboundContent } from '#platform/whatsapp-port.ts'

/** Null: it could not be read yet. A file is still to be fetched. */
export function contentColumns(content: InboundContent | null) {
  if (content === null) return { body: '', media_type: 'ciphertext', media: null, media_state: 'none', raw: null }
  const plain = { media: null, media_state: 'none', raw: null }
  switch (content.kind) {
    case 'text':
      return { body: content.body, media_type: 'chat', ...plain }
    case 'location':
      return { body: content.body, media_type: 'locationMessage', ...plain }
    case 'call':
      return { body: content.body, media_type: 'call_log', ...plain }
    case 'vcard':
      return { body: content.body, media_type: 'vcard', ...plain }
    case 'unknown':
      return { body: content.label, media_type: 'unknown', media: null, media_state: 'none', raw: content.raw }
    case 'media': {
      const { kind, thumbnail, ...facts } = content.media
      const media = {
        ...Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
        ...(thumbnail ? { preview: thumbnail.toString('base64') } : {})
      }
      return { body: content.body, media_type: kind, media, media_state: 'fetching', raw: null }
    }
  }
}
