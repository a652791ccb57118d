// Right column: levers and lasting faults, refusals, bulk runs, and the log.
import { attempt, call } from './api.js'
import { bulkSection } from './bulk.js'
import { fill, h, timeOf, toast } from './dom.js'
import { localeTag, t } from './i18n.js'
import { refusals } from './refusals.js'
import { onChange, phoneOf, state } from './store.js'

let scope = 'phone'
const levers = ['drop', 'restart', 'replaced', 'unavailable', 'few-prekeys', 'removed', 'banned']
const leverText = (lever) => t(lever === 'few-prekeys' ? 'fewPreKeys' : lever)
const switches = ['deaf', 'duplicateInbound', 'dropAcks', 'holdReceipts']
const numbers = ['latencyMs', 'ackDelayMs', 'dropAfterMessages']

const scoped = () => (scope === 'phone' && phoneOf(state.phone) ? state.phone : undefined)
const settings = () => {
  const phone = scoped()
  return phone ? { ...state.faults.global, ...state.faults.phones[phone] } : state.faults.global
}
const put = (change) => attempt(() => call('PUT', scoped() ? `/phones/${scoped()}/faults` : '/faults', change))

const countActive = () =>
  [state.faults.global, ...Object.values(state.faults.phones)]
    .flatMap((set) => Object.values(set))
    .filter((value) => value && !['accept', 'fine'].includes(value)).length + state.refusals.length

function scopeSwitch() {
  const option = (value, text) => h('option', { value, selected: scope === value }, text)
  return h(
    'label',
    { class: 'field row scope' },
    h('span', {}, t('faultScope')),
    h(
      'select',
      {
        onchange: (event) => {
          scope = event.target.value
          redraw()
        }
      },
      option('phone', phoneOf(state.phone)?.name ?? '—'),
      option('all', t('allPhones'))
    )
  )
}

function leverButtons() {
  const phones = scoped()
    ? [scoped()]
    : state.phones.filter((phone) => phone.devices.length).map((phone) => phone.number)
  const pull = (lever) =>
    attempt(async () => {
      for (const phone of phones) await call('POST', `/phones/${phone}/pull`, { lever })
      toast(t('done'), 'good')
    })
  return h(
    'div',
    { class: 'levers' },
    levers.map((lever) =>
      h(
        'button',
        {
          type: 'button',
          class: ['removed', 'banned'].includes(lever) ? 'danger' : 'plain',
          onclick: () => pull(lever)
        },
        leverText(lever)
      )
    )
  )
}

function lasting() {
  const now = settings()
  const global = !scoped()
  const toggle = (name) =>
    h(
      'label',
      { class: 'switch' },
      h('span', {}, t(name)),
      h('input', {
        type: 'checkbox',
        role: 'switch',
        checked: Boolean(now[name]),
        onchange: (event) => put({ [name]: event.target.checked })
      })
    )
  const amount = (name) =>
    h(
      'label',
      { class: 'field row' },
      h('span', {}, t(name)),
      h('input', {
        type: 'number',
        min: 0,
        value: now[name] ?? 0,
        onchange: (event) => put({ [name]: Number(event.target.value) })
      })
    )
  const select = (name, label, options, value) =>
    h(
      'label',
      { class: 'field row' },
      h('span', {}, label),
      h(
        'select',
        {
          onchange: (event) =>
            put({ [name]: typeof value === 'number' ? Number(event.target.value) : event.target.value })
        },
        options.map(([key, text]) => h('option', { value: key, selected: String(key) === String(value) }, text))
      )
    )
  return [
    switches.map(toggle),
    global && toggle('expireQr'),
    numbers.map(amount),
    select(
      'linkCodeFailure',
      t('linkCodeFailure'),
      [
        [0, t('loginFine')],
        [400, '400'],
        [429, '429']
      ],
      now.linkCodeFailure ?? 0
    ),
    select(
      'loginFailure',
      t('loginFailure'),
      [
        [0, t('loginFine')],
        [401, '401'],
        [403, '403'],
        [503, '503']
      ],
      now.loginFailure ?? 0
    ),
    global &&
      select(
        'upgrade',
        t('upgrade'),
        [
          ['accept', t('upgradeAccept')],
          ['refuse', t('upgradeRefuse')],
          ['silent', t('upgradeSilent')]
        ],
        now.upgrade ?? 'accept'
      ),
    global &&
      select(
        'media',
        t('media'),
        [
          ['fine', t('mediaFine')],
          ['slow', t('mediaSlow')],
          ['endless', t('mediaEndless')],
          ['broken', t('mediaBroken')],
          ['gone', t('mediaGone')],
          ['wrong-hash', t('mediaWrongHash')]
        ],
        now.media ?? 'fine'
      ),
    global &&
      select(
        'uploadFailure',
        t('uploadFailure'),
        [
          [0, t('loginFine')],
          [500, '500'],
          [413, '413']
        ],
        now.uploadFailure ?? 0
      )
  ]
}

const logLines = () =>
  state.log.length
    ? h(
        'ol',
        { class: 'log' },
        state.log.map((line) =>
          h(
            'li',
            {},
            h('time', {}, timeOf(line.at, localeTag())),
            h('span', {}, line.text, line.phone && h('small', {}, ` ${phoneOf(line.phone)?.name ?? line.phone}`))
          )
        )
      )
    : h('p', { class: 'hint' }, t('emptyLog'))

let redraw = () => undefined

export function faultPanel() {
  const place = {
    scope: h('div', {}),
    now: h('div', {}),
    lasting: h('div', {}),
    refuse: h('div', {}),
    state: h('div', {}),
    log: h('div', { class: 'log-box' })
  }
  redraw = () => {
    // Somebody is filling in a field here: leave it alone until the next change.
    const { activeElement } = document
    const busy = (element) =>
      element.contains(activeElement) &&
      ['INPUT', 'SELECT'].includes(activeElement.tagName) &&
      activeElement.type !== 'checkbox'
    const count = countActive()
    fill(
      place.state,
      count
        ? h(
            'div',
            { class: 'active-faults' },
            h('span', { class: 'grow' }, t('faultsActive', { count })),
            h(
              'button',
              { type: 'button', class: 'plain', onclick: () => attempt(() => call('DELETE', '/faults')) },
              t('clearFaults')
            )
          )
        : null
    )
    fill(place.scope, scopeSwitch())
    fill(place.now, leverButtons())
    if (!busy(place.lasting)) fill(place.lasting, lasting())
    if (!busy(place.refuse)) fill(place.refuse, refusals(scoped()))
  }
  const drawLog = () => fill(place.log, logLines())
  onChange((changes) => {
    if (changes.has('world') || changes.has('choice')) redraw()
    if (changes.has('log')) drawLog()
  })
  redraw()
  drawLog()
  const part = (title, ...children) =>
    h('section', { class: 'group' }, h('div', { class: 'group-head' }, h('h2', {}, title)), children)
  return h(
    'aside',
    { class: 'column faults' },
    part(
      t('faults'),
      place.state,
      place.scope,
      h('h3', {}, t('now')),
      place.now,
      h('h3', {}, t('lasting')),
      place.lasting,
      h('h3', {}, t('refuseTitle')),
      place.refuse
    ),
    part(t('bulk'), bulkSection()),
    part(t('log'), place.log)
  )
}
