// Middle column: the phone of the customer, with the chat as the customer sees it.
import { attempt, call } from './api.js'
import { actionsPart, bodyPart, metaPart, reactionPart } from './bubble.js'
import { composer } from './composer.js'
import { customerDialog } from './dialogs.js'
import { avatar, fill, h, icon, iconButton, showNumber } from './dom.js'
import { localeTag, t } from './i18n.js'
import { announce, chatWith, customerOf, groupOf, isGroup, onChange, phoneOf, state } from './store.js'

/** The member who writes: in a private chat the customer, in a group the chosen one. */
export const writer = () => (isGroup(state.other) ? state.member : state.other)

export async function send(content, options = {}) {
  const group = isGroup(state.other) ? state.other : undefined
  const body = { phone: state.phone, customer: writer(), content, from: state.asOwner ? 'handset' : 'customer' }
  return attempt(() => call('POST', '/messages', { ...body, options: { ...options, group } }))
}

const callHandle = () =>
  state.calls.findLast((one) => one.phone === state.phone && one.customer === state.other && !dismissed.has(one.id))
const dismissed = new Set()

function callBar() {
  const current = callHandle()
  if (!current) return null
  const end = (reason) => attempt(() => call('POST', `/calls/${current.id}/end`, { reason }))
  const texts = { ringing: 'ringing', rejected: 'callRejected', timeout: 'callTimeout', ended: 'callEnded' }
  const ringing = current.state === 'ringing'
  return h(
    'div',
    { class: `call ${ringing ? 'ringing' : ''}` },
    icon(current.video ? 'video' : 'phone', 18),
    h('span', { class: 'grow' }, t(texts[current.state])),
    ringing
      ? [
          h('button', { type: 'button', class: 'plain', onclick: () => end('timeout') }, t('letTimeOut')),
          h('button', { type: 'button', class: 'danger', onclick: () => end('ended') }, t('hangUp'))
        ]
      : iconButton('close', t('dismiss'), () => {
          dismissed.add(current.id)
          announce('choice')
        })
  )
}

function header() {
  const customer = customerOf(state.other)
  const group = groupOf(state.other)
  const phone = phoneOf(state.phone)
  if (!phone || !(customer ?? group)) return []
  const chat = chatWith(state.phone, state.other)
  const typing =
    chat?.deskPresence === 'composing' ? t('deskTyping') : chat?.deskPresence === 'recording' ? t('deskRecording') : ''
  const picture = customer?.hasPicture ? `/api/customers/${customer.id}/picture` : undefined
  const startCall = (video) =>
    attempt(() => call('POST', '/calls', { phone: state.phone, customer: customer.id, video }))
  const read = () => attempt(() => call('POST', '/read', { phone: state.phone, customer: customer.id }))
  return [
    customer
      ? avatar(customer.name, customer.number, picture)
      : h('span', { class: 'avatar group-avatar' }, icon('group', 20)),
    h(
      'span',
      { class: 'grow' },
      h('strong', { class: 'clip' }, customer?.name ?? group.subject),
      typing
        ? h('small', { class: 'typing' }, typing)
        : h('small', { class: 'clip' }, `${t('writes')} ${phone.name} · ${showNumber(phone.number)}`)
    ),
    customer && [
      iconButton('eye', t('markRead'), read),
      iconButton('phone', t('call'), () => startCall(false)),
      iconButton('video', t('videoCall'), () => startCall(true)),
      iconButton('gear', t('settings'), () => customerDialog(customer))
    ]
  ]
}

const dayOf = (ms) => new Date(ms).toLocaleDateString(localeTag(), { weekday: 'long', day: 'numeric', month: 'long' })

/** A list that keeps the elements of messages that have not changed. */
function messageList(handlers) {
  const list = h('ol', { class: 'messages', 'aria-label': t('chat'), tabindex: 0 })
  const known = new Map()
  let shownChat = ''
  let following = true

  const toEnd = () => {
    list.scrollTop = list.scrollHeight
    following = true
  }

  const dayRow = (day) => {
    const row = known.get(day) ?? h('li', { class: 'day' }, day)
    known.set(day, row)
    return row
  }
  const build = () => {
    const bodySlot = h('div', { class: 'body-slot' })
    const metaSlot = h('div', { class: 'meta-slot' })
    const element = h('li', {}, h('div', { class: 'bubble' }, bodySlot, metaSlot))
    return { element, bodySlot, metaSlot, body: '', meta: '' }
  }
  const update = (item, message) => {
    const { kind, text, caption, media, revokedAt, refusedWith, field, quotedId, location, contacts } = message
    const body = JSON.stringify({
      kind,
      text,
      caption,
      media,
      revokedAt,
      refusedWith,
      field,
      quotedId,
      location,
      contacts,
      l: localeTag()
    })
    const meta = JSON.stringify([message, state.asOwner, state.member, localeTag()])
    const own = message.from === 'customer' && (!isGroup(state.other) || message.customer === state.member)
    item.element.className = `${own ? 'mine' : 'theirs'} ${message.from} kind-${message.kind}`
    if (item.body !== body) fill(item.bodySlot, bodyPart(message))
    if (item.meta !== meta) {
      const name =
        isGroup(state.other) && !own
          ? h('strong', { class: 'who' }, message.customer ? customerOf(message.customer)?.name : t('desk'))
          : null
      fill(item.metaSlot, [name, metaPart(message), reactionPart(message), actionsPart(message, handlers)])
    }
    Object.assign(item, { body, meta })
  }

  const draw = () => {
    const chat = `${state.phone}/${state.other}`
    if (chat !== shownChat) known.clear()
    let day = ''
    const rows = []
    for (const message of state.messages) {
      const item = known.get(message.id) ?? build()
      known.set(message.id, item)
      update(item, message)
      if (dayOf(message.at) !== day) rows.push(dayRow((day = dayOf(message.at))))
      rows.push(item.element)
    }
    // Rows that stand in their place are not put there again: that would take the pointer off them.
    if (rows.length !== list.children.length || rows.some((row, place) => row !== list.children[place]))
      list.replaceChildren(...rows)
    if (following || chat !== shownChat) toEnd()
    shownChat = chat
  }
  // Whoever scrolls up, however little, reads there: only who stands at the end is taken along.
  list.addEventListener('scroll', () => {
    following = list.scrollHeight - list.scrollTop - list.clientHeight < 8
  })
  // Pictures grow after they have loaded: the end stays in sight.
  list.addEventListener('load', () => following && toEnd(), true)
  return { list, draw }
}

const welcome = () =>
  h(
    'div',
    { class: 'welcome' },
    h('img', { src: 'icon.svg', alt: '', width: 64, height: 64 }),
    state.phones.length && state.customers.length
      ? h('p', {}, t('chooseChat'))
      : [
          h('h2', {}, t('firstSteps')),
          h('ol', {}, h('li', {}, t('step1')), h('li', {}, t('step2')), h('li', {}, t('step3')))
        ]
  )

export function chatPanel() {
  const head = h('div', { class: 'chat-head' })
  const ring = h('div', {})
  const empty = h('div', { class: 'empty' })
  const compose = composer(send, writer)
  const messages = messageList({ send, onReply: compose.reply, onEdit: compose.edit })
  const screen = h('div', { class: 'screen' }, head, ring, messages.list, compose.element)
  const drawHead = () => {
    const parts = header()
    screen.hidden = !parts.length
    empty.hidden = parts.length > 0
    fill(empty, welcome())
    fill(head, parts)
    fill(ring, callBar())
  }
  const draw = () => {
    drawHead()
    messages.draw()
    compose.draw()
  }
  onChange((changes) => {
    if (changes.has('world') || changes.has('presence') || changes.has('choice')) drawHead()
    if (changes.has('chat') || changes.has('choice') || changes.has('world')) messages.draw()
    if (changes.has('choice')) compose.draw()
  })
  draw()
  return h('section', { class: 'column chat' }, h('div', { class: 'handset' }, screen, empty))
}
