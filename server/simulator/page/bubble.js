// One message in the chat window, seen with the customer's eyes.
import { attempt, call } from './api.js'
import { clock, h, icon, iconButton, timeOf } from './dom.js'
import { localeTag, t } from './i18n.js'
import { customerOf, state } from './store.js'

const fileUrl = (media) => `/api/files/${media.id}`
const bytesText = (bytes) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1024))} kB` : `${(bytes / 1048576).toFixed(1)} MB`

/** Play button, waveform and time of a voice note. */
function voiceNote(media) {
  const audio = h('audio', { src: fileUrl(media), preload: 'none' })
  const bars = (media.waveform?.length ? media.waveform : Array.from({ length: 48 }, () => 25)).map((value) => {
    const bar = h('i', {})
    bar.style.height = `${Math.max(8, value)}%`
    return bar
  })
  const time = h('small', {}, clock(media.seconds ?? 0))
  const button = h(
    'button',
    {
      type: 'button',
      class: 'play',
      'aria-label': t('audioFile'),
      onclick: () => (audio.paused ? audio.play() : audio.pause())
    },
    icon('play', 18)
  )
  audio.addEventListener('play', () => button.classList.add('playing'))
  for (const end of ['pause', 'ended']) audio.addEventListener(end, () => button.classList.remove('playing'))
  audio.addEventListener('timeupdate', () => {
    const part = audio.currentTime / (audio.duration || media.seconds || 1)
    bars.forEach((bar, index) => bar.classList.toggle('played', index / bars.length < part))
    time.textContent = clock(audio.currentTime)
  })
  return h('div', { class: 'voice' }, button, h('span', { class: 'wave' }, bars), time, audio)
}

function mediaPart(message) {
  const { media, kind } = message
  if (media.error) return h('p', { class: 'problem' }, icon('warn', 16), media.error)
  if (kind === 'image')
    return h(
      'a',
      { href: fileUrl(media), target: '_blank', class: 'picture' },
      h('img', {
        src: fileUrl(media),
        alt: message.caption ?? t('photo'),
        width: media.width,
        height: media.height,
        loading: 'lazy'
      })
    )
  if (kind === 'sticker') return h('img', { class: 'sticker', src: fileUrl(media), alt: t('stickerItem') })
  if (kind === 'video') return h('video', { src: fileUrl(media), controls: true, preload: 'metadata' })
  if (kind === 'audio')
    return media.ptt ? voiceNote(media) : h('audio', { src: fileUrl(media), controls: true, preload: 'none' })
  return h(
    'a',
    { href: fileUrl(media), target: '_blank', class: 'file' },
    icon('file', 26),
    h('span', { class: 'grow' }, media.fileName ?? t('document'), h('small', {}, bytesText(media.bytes)))
  )
}

function placePart({ latitude, longitude, name, address }) {
  return h(
    'div',
    { class: 'place' },
    icon('pin', 24),
    h(
      'span',
      { class: 'grow' },
      name || t('location'),
      h('small', {}, address || `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`)
    )
  )
}

function cardPart(contact) {
  const number = /waid=(\d+)/.exec(contact.vcard)?.[1] ?? ''
  return h(
    'div',
    { class: 'place' },
    icon('card', 24),
    h('span', { class: 'grow' }, contact.name, h('small', {}, number && `+${number}`))
  )
}

/** WhatsApp's own marks: *strong*, _slanted_ and ~struck~, around words and not inside them. */
const marks = { '*': 'strong', _: 'em', '~': 's' }
const marked = (text) =>
  text.split(/((?<![\p{L}\p{N}*_~])([*_~])(?=\S)[^\n]*?\S\2(?![\p{L}\p{N}*_~]))/u).flatMap((part, index) =>
    // The pattern gives three: what stands before, the marked words, and the mark alone.
    index % 3 === 0 ? [part] : index % 3 === 1 ? [h(marks[part[0]], {}, part.slice(1, -1))] : []
  )

const readable = (text) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part) =>
      /^https?:\/\//.test(part) ? h('a', { href: part, target: '_blank', rel: 'noreferrer' }, part) : marked(part)
    )

export const shortText = (message) =>
  message.text ||
  message.caption ||
  {
    image: t('photo'),
    video: t('videoFile'),
    audio: t('audioFile'),
    document: message.media?.fileName ?? t('document'),
    sticker: t('stickerItem'),
    location: t('location'),
    contacts: t('contact')
  }[message.kind] ||
  '…'

const authorOf = (message) =>
  message.from === 'customer'
    ? message.customer === state.other
      ? t('you')
      : (customerOf(message.customer)?.name ?? '')
    : t('desk')

function quotePart(id) {
  const quoted = state.messages.find((message) => message.id === id)
  return h('blockquote', {}, quoted ? [h('strong', {}, authorOf(quoted)), h('span', {}, shortText(quoted))] : '…')
}

/** What is said: built again only when it has changed, so that a playing audio goes on. */
export function bodyPart(message) {
  if (message.revokedAt) return h('p', { class: 'gone' }, icon('trash', 15), t('deleted'))
  if (message.refusedWith && !message.field)
    return h('p', { class: 'problem' }, icon('warn', 16), t('refusedShown', { code: message.refusedWith }))
  if (message.kind === 'undecryptable') return h('p', { class: 'gone' }, t('undecryptable'))
  const text = message.text ?? message.caption
  return h(
    'div',
    { class: 'body' },
    message.forwarded && h('small', { class: 'forwarded' }, t('forwarded')),
    message.viewOnce && h('small', { class: 'forwarded' }, icon('eye', 14), t('viewOnceShown')),
    message.quotedId && quotePart(message.quotedId),
    message.media && mediaPart(message),
    message.location && placePart(message.location),
    message.contacts?.map(cardPart),
    message.kind === 'poll' && h('p', { class: 'poll' }, icon('poll', 18), message.text),
    message.kind === 'unknown' && h('p', { class: 'gone' }, t('unknownShown')),
    text && message.kind !== 'poll' && h('p', { class: 'text' }, readable(text))
  )
}

/** Ticks of what the customer wrote: waiting, taken by the desk, read by the desk, or not understood. */
function ticks(message) {
  if (message.nackedWith && !message.ackedAt)
    return h('span', { class: 'ticks bad', title: t('nacked', { code: message.nackedWith }) }, '!')
  if (message.readByDeskAt) return h('span', { class: 'ticks read', title: t('readByDesk') }, '✓✓')
  if (message.ackedAt) return h('span', { class: 'ticks', title: t('takenByDesk') }, '✓✓')
  return h('span', { class: 'ticks', title: t('sentToDesk') }, '✓')
}

export function metaPart(message) {
  const copies = Math.max(0, ...Object.values(message.deliveries))
  const notes = [
    message.edits.length && !message.revokedAt ? t('edited') : '',
    message.from === 'handset' ? t('ownerWrote') : '',
    copies > 1 ? t('copies', { count: copies }) : '',
    message.retries ? t('retriesShown', { count: message.retries }) : '',
    message.refusedWith && message.field ? t('refusedShown', { code: message.refusedWith }) : ''
  ].filter(Boolean)
  const own = message.from === 'customer'
  return h(
    'span',
    { class: 'meta' },
    notes.length ? h('span', {}, notes.join(' · ')) : null,
    h('time', {}, timeOf(message.at, localeTag())),
    own && ticks(message)
  )
}

export function reactionPart(message) {
  const emojis = Object.values(message.reactions)
  return emojis.length
    ? h(
        'span',
        {
          class: 'reactions',
          title: Object.entries(message.reactions)
            .map(([who, emoji]) => `${who === 'desk' ? t('desk') : (customerOf(who)?.name ?? who)}: ${emoji}`)
            .join('\n')
        },
        [...new Set(emojis)].join(''),
        emojis.length > 1 ? h('small', {}, emojis.length) : null
      )
    : null
}

const quick = ['👍', '❤️', '😂', '😮', '🙏']

/** Actions on a message: reply, react, edit, delete, and what only the simulator can do. */
export function actionsPart(message, { send, onReply, onEdit }) {
  if (message.revokedAt || message.kind === 'undecryptable' || (message.refusedWith && !message.field)) return null
  const own = state.asOwner
    ? message.from === 'handset'
    : message.from === 'customer' && (message.customer === state.other || message.customer === state.member)
  const actor = state.asOwner ? 'handset' : state.member || state.other
  const canEdit = own && (message.kind === 'text' || message.caption !== undefined)
  const react = (emoji) =>
    send({ type: 'reaction', targetId: message.id, emoji: message.reactions[actor] === emoji ? '' : emoji })
  const vanish = () =>
    attempt(() => call('POST', '/lose-media', { phone: state.phone, other: state.other, id: message.id }))
  return h(
    'span',
    { class: 'actions' },
    quick.map((emoji) =>
      h(
        'button',
        {
          type: 'button',
          class: message.reactions[actor] === emoji ? 'on' : '',
          title: t('react'),
          'aria-label': `${t('react')} ${emoji}`,
          onclick: () => react(emoji)
        },
        emoji
      )
    ),
    iconButton('reply', t('reply'), () => onReply(message)),
    canEdit && iconButton('edit', t('edit'), () => onEdit(message)),
    own && iconButton('trash', t('delete'), () => send({ type: 'delete', targetId: message.id })),
    own && message.media && iconButton('file', t('loseFile'), vanish)
  )
}
