// Left column: the company's phones with their devices and QR codes, the customers and the groups.
import { attempt, call } from './api.js'
import { avatar, fill, h, icon, iconButton, showNumber, toast } from './dom.js'
import { codeDialog, customerDialog, groupDialog, phoneDialog, scanDialog } from './dialogs.js'
import { t } from './i18n.js'
import { announce, chatWith, choose, onChange, reload, scannable, state } from './store.js'

const MOST = 150
let query = ''

const section = (title, action, label, ...children) =>
  h(
    'section',
    { class: 'group' },
    h('div', { class: 'group-head' }, h('h2', {}, title), action && iconButton('plus', label, action)),
    children
  )

function deviceLine(phone, device) {
  const status = device.online ? t('connected') : t('disconnected')
  return h(
    'li',
    { class: 'device' },
    h('span', { class: `dot ${device.online ? 'on' : 'off'}` }),
    h(
      'span',
      { class: 'grow' },
      t('deviceLine', { id: device.id, label: device.label }),
      h('small', {}, [status, device.queued ? t('queued', { count: device.queued }) : ''].filter(Boolean).join(' · '))
    ),
    iconButton(
      'close',
      t('unlink'),
      () => attempt(() => call('DELETE', `/phones/${phone.number}/devices/${device.id}`)),
      {
        class: 'icon-button small'
      }
    )
  )
}

function phoneCard(phone) {
  const chosen = phone.number === state.phone
  const online = phone.devices.some((device) => device.online)
  return h(
    'article',
    { class: `phone ${chosen ? 'chosen' : ''}` },
    h(
      'button',
      {
        type: 'button',
        class: 'phone-head',
        'aria-pressed': String(chosen),
        onclick: () => attempt(() => choose(phone.number, state.other))
      },
      h('span', { class: 'phone-icon' }, icon('handset', 22), h('span', { class: `dot ${online ? 'on' : 'off'}` })),
      h('span', { class: 'grow' }, h('strong', {}, phone.name), h('small', {}, showNumber(phone.number)))
    ),
    phone.devices.length
      ? h(
          'ul',
          {},
          phone.devices.map((device) => deviceLine(phone, device))
        )
      : h('p', { class: 'hint' }, t('noDevices')),
    h('button', { type: 'button', class: 'plain wide', onclick: () => scanDialog(phone) }, icon('qr', 18), t('pair')),
    h('button', { type: 'button', class: 'plain wide', onclick: () => codeDialog(phone) }, t('enterCode'))
  )
}

function waitingCard() {
  const phone = state.phones.find((one) => one.number === state.phone)
  if (!phone) return null
  if (state.waiting.some(({ codeFor }) => codeFor === phone.number))
    return h(
      'div',
      { class: 'waiting' },
      h('strong', {}, t('codeTitle')),
      h('p', {}, t('codeText')),
      h('button', { type: 'button', class: 'primary wide', onclick: () => codeDialog(phone) }, t('enterCode'))
    )
  if (!scannable().length) return null
  const pair = async () => {
    const done = await attempt(() => call('POST', `/phones/${phone.number}/pair-waiting`, {}))
    if (done) toast(t('paired'), 'good')
    await reload()
  }
  return h(
    'div',
    { class: 'waiting' },
    h('strong', {}, icon('qr', 18), t('waitingTitle')),
    h('p', {}, t('waitingText')),
    h('button', { type: 'button', class: 'primary wide', onclick: pair }, t('pairWaiting')),
    h('button', { type: 'button', class: 'plain wide', onclick: () => scanDialog(phone) }, t('pasteQr'))
  )
}

/** What stands in the second line of a person: the last message. */
function summary(chat) {
  const { last } = chat ?? {}
  if (!last) return ''
  if (last.revokedAt) return t('deleted')
  if (last.refusedWith && !last.field) return t('refusedShown', { code: last.refusedWith })
  const kinds = { image: 'photo', video: 'videoFile', audio: 'audioFile', document: 'document', sticker: 'stickerItem' }
  const others = { location: 'location', contacts: 'contact', poll: 'poll', unknown: 'unknown', template: 'template' }
  const kind = kinds[last.kind] ?? others[last.kind]
  return last.text || last.caption || (kind ? t(kind) : '')
}

function personLine(id, name, picture, chat, extra) {
  const open = async () => {
    state.view = 'chat'
    await attempt(() => choose(state.phone, id))
    announce('choice')
  }
  return h(
    'li',
    {},
    h(
      'button',
      {
        type: 'button',
        class: `person ${id === state.other ? 'chosen' : ''}`,
        'aria-pressed': String(id === state.other),
        onclick: open
      },
      picture,
      h(
        'span',
        { class: 'grow' },
        h('span', { class: 'person-name' }, name, extra),
        h('small', { class: 'clip' }, summary(chat) || (id.includes('@') ? '' : showNumber(id)))
      ),
      chat?.unread ? h('span', { class: 'badge', title: t('sentToDesk') }, chat.unread) : null
    )
  )
}

function customerList() {
  const wanted = query.trim().toLowerCase()
  const shown = state.customers.filter(
    (customer) =>
      !wanted ||
      customer.name.toLowerCase().includes(wanted) ||
      customer.number.includes(wanted.replace(/\D/g, '') || '-')
  )
  const at = (customer) => chatWith(state.phone, customer.id)?.last?.at ?? 0
  // Who lives where the phone does is likelier to write to it; two digits tell countries apart well enough.
  const isNear = ({ number }) => Number(number.slice(0, 2) === state.phone.slice(0, 2))
  const sorted = shown
    .toSorted((a, b) => at(b) - at(a) || isNear(b) - isNear(a) || a.name.localeCompare(b.name))
    .slice(0, MOST)
  if (!sorted.length) return [h('p', { class: 'hint' }, state.customers.length ? t('noMatch') : t('noCustomers'))]
  return h(
    'ul',
    { class: 'persons' },
    sorted.map((customer) => {
      const url = customer.hasPicture ? `/api/customers/${customer.id}/picture` : undefined
      const tag = customer.onWhatsApp ? null : h('span', { class: 'tag', title: t('onWhatsApp') }, '✕')
      return personLine(
        customer.id,
        customer.name,
        avatar(customer.name, customer.number, url),
        chatWith(state.phone, customer.id),
        tag
      )
    })
  )
}

function groupList() {
  const own = state.groups.filter((group) => group.phone === state.phone)
  return h(
    'ul',
    { class: 'persons' },
    own.map((group) =>
      personLine(
        group.id,
        group.subject,
        h('span', { class: 'avatar group-avatar' }, icon('group', 20)),
        chatWith(state.phone, group.id),
        h('span', { class: 'tag' }, group.customers.length + 1)
      )
    )
  )
}

export function peoplePanel() {
  const phones = h('div', {})
  const customers = h('div', { class: 'scroll-list' })
  const groups = h('div', {})
  const search = h(
    'label',
    { class: 'search' },
    icon('search', 18),
    h('input', {
      type: 'search',
      placeholder: t('search'),
      'aria-label': t('search'),
      value: query,
      oninput: (event) => {
        query = event.target.value
        fill(customers, customerList())
      }
    })
  )
  const draw = () => {
    fill(
      phones,
      state.phones.length ? [waitingCard(), state.phones.map(phoneCard)] : h('p', { class: 'hint' }, t('noPhones'))
    )
    fill(customers, customerList())
    fill(groups, groupList())
  }
  onChange((changes) => {
    if (changes.has('world') || changes.has('choice')) draw()
  })
  draw()
  return h(
    'aside',
    { class: 'column people' },
    section(t('phones'), phoneDialog, t('newPhone'), phones),
    section(t('customers'), () => customerDialog(), t('newCustomer'), search, customers),
    section(t('groups'), () => groupDialog(), t('newGroup'), groups)
  )
}
