// Dialogs: new phone, QR code, customer (new or changed), group, location, contact, poll.
import { attempt, call, fileToBase64 } from './api.js'
import { h, iconButton, showNumber, toast } from './dom.js'
import { t } from './i18n.js'
import { choose, reload, scannable, state } from './store.js'

/** A modal form; `submit(data)` is called with the form's data and may return false to keep it open. */
export function openDialog(title, fields, submitLabel, submit) {
  const dialog = h('dialog', { class: 'dialog', 'aria-label': title })
  const close = () => {
    dialog.close()
    dialog.remove()
  }
  const onsubmit = async (event) => {
    event.preventDefault()
    const result = await attempt(async () => (await submit(new FormData(event.target))) ?? true)
    if (result) close()
  }
  dialog.append(
    h(
      'form',
      { method: 'dialog', onsubmit },
      h('div', { class: 'dialog-head' }, h('h2', {}, title), iconButton('close', t('cancel'), close)),
      h('div', { class: 'dialog-body' }, fields),
      h(
        'div',
        { class: 'dialog-foot' },
        h('button', { type: 'button', class: 'plain', onclick: close }, t('cancel')),
        submitLabel && h('button', { type: 'submit', class: 'primary' }, submitLabel)
      )
    )
  )
  dialog.addEventListener('cancel', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  return close
}

export const field = (label, name, properties = {}, help) =>
  h(
    'label',
    { class: 'field' },
    h('span', {}, label),
    h('input', { name, autocomplete: 'off', ...properties }),
    help && h('small', {}, help)
  )

const choice = (label, name, options, value) =>
  h(
    'label',
    { class: 'field' },
    h('span', {}, label),
    h(
      'select',
      { name },
      options.map(([key, text]) => h('option', { value: key, selected: key === value }, text))
    )
  )

const check = (label, name, checked) =>
  h('label', { class: 'check' }, h('input', { type: 'checkbox', name, checked }), h('span', {}, label))

const numberField = () =>
  field(t('number'), 'number', { required: true, inputmode: 'tel', placeholder: '55 11 98765-4321' }, t('numberHelp'))

export function phoneDialog() {
  openDialog(
    t('newPhone'),
    [numberField(), field(t('name'), 'name', { placeholder: 'Padaria Aurora' })],
    t('create'),
    async (data) => {
      const phone = await call('POST', '/phones', { number: data.get('number'), name: data.get('name') || undefined })
      await reload()
      await choose(phone.number, state.other)
    }
  )
}

export function codeDialog(phone) {
  openDialog(
    `${t('enterCode')} · ${phone.name}`,
    [
      field(
        t('codeField'),
        'code',
        { required: true, spellcheck: 'false', autocapitalize: 'characters', placeholder: 'ABCD-1234' },
        t('codeHelp', { number: showNumber(phone.number) })
      )
    ],
    t('link'),
    async (data) => {
      await call('POST', `/phones/${phone.number}/code`, { code: data.get('code') })
      toast(t('paired'), 'good')
      await reload()
    }
  )
}

export function scanDialog(phone) {
  const waiting = scannable().map((item) =>
    h(
      'li',
      {},
      t('waitingSince', { seconds: Math.round((Date.now() - item.since) / 1000), label: item.label }),
      item.qr && ' ✓'
    )
  )
  const finish = async (work) => {
    await work()
    toast(t('paired'), 'good')
    await reload()
  }
  const close = openDialog(
    `${t('pair')} · ${phone.name}`,
    [
      h(
        'div',
        { class: 'waiting' },
        h('strong', {}, t('waitingTitle')),
        waiting.length ? h('ul', {}, waiting) : h('p', {}, t('noneWaiting')),
        waiting.length
          ? h(
              'button',
              {
                type: 'button',
                class: 'primary wide',
                onclick: () =>
                  attempt(async () => {
                    await finish(() => call('POST', `/phones/${phone.number}/pair-waiting`, {}))
                    close()
                  })
              },
              t('pairWaiting')
            )
          : null
      ),
      h(
        'label',
        { class: 'field' },
        h('span', {}, t('pasteQr')),
        h('textarea', {
          name: 'qr',
          rows: 4,
          spellcheck: 'false',
          placeholder: 'https://wa.me/settings/linked_devices#2@…'
        }),
        h('small', {}, t('pasteHelp'))
      )
    ],
    t('pair'),
    (data) => finish(() => call('POST', `/phones/${phone.number}/scan`, { qr: data.get('qr') || ' ' }))
  )
}

/** New customer, or the settings of a known one. */
export function customerDialog(customer) {
  const values = customer ?? { addressing: 'lid', onWhatsApp: true, receipts: 'read', readAfterMs: 0, clockOffsetMs: 0 }
  const fields = [
    customer ? h('p', { class: 'hint' }, `${showNumber(customer.number)} · LID ${customer.lid}`) : numberField(),
    field(t('name'), 'name', { value: values.name ?? '', placeholder: 'Maria Silva' }),
    choice(
      t('addressing'),
      'addressing',
      [
        ['lid', t('addressLid')],
        ['pn', t('addressPn')]
      ],
      values.addressing
    ),
    check(t('hidesOther'), 'hidesOtherAddress', values.hidesOtherAddress),
    check(t('onWhatsApp'), 'onWhatsApp', values.onWhatsApp),
    choice(
      t('receipts'),
      'receipts',
      [
        ['read', t('receiptsRead')],
        ['delivered', t('receiptsDelivered')],
        ['never', t('receiptsNever')]
      ],
      values.receipts
    ),
    h(
      'div',
      { class: 'pair-of-fields' },
      field(t('readAfter'), 'readAfterMs', { type: 'number', min: 0, value: values.readAfterMs }),
      field(t('clockOffset'), 'clockOffsetMs', { type: 'number', value: values.clockOffsetMs })
    ),
    field(t('about'), 'about', { value: values.about ?? '' }),
    field(t('picture'), 'picture', { type: 'file', accept: 'image/jpeg,image/png' })
  ]
  openDialog(customer ? t('settings') : t('newCustomer'), fields, customer ? t('save') : t('create'), async (data) => {
    const picture = data.get('picture')
    const draft = {
      name: data.get('name') || undefined,
      addressing: data.get('addressing'),
      hidesOtherAddress: data.has('hidesOtherAddress'),
      onWhatsApp: data.has('onWhatsApp'),
      receipts: data.get('receipts'),
      readAfterMs: Number(data.get('readAfterMs')),
      clockOffsetMs: Number(data.get('clockOffsetMs')),
      about: data.get('about'),
      picture: picture?.size ? await fileToBase64(picture) : undefined
    }
    const saved = customer
      ? await call('PATCH', `/customers/${customer.id}`, draft)
      : await call('POST', '/customers', { ...draft, number: data.get('number') })
    await reload()
    if (!customer) await choose(state.phone, saved.id)
  })
}

export function groupDialog() {
  const members = state.customers
    .slice(0, 60)
    .map((customer) =>
      h(
        'label',
        { class: 'check' },
        h('input', { type: 'checkbox', name: 'member', value: customer.id }),
        h('span', {}, customer.name)
      )
    )
  openDialog(
    t('newGroup'),
    [
      field(t('subject'), 'subject', { required: true }),
      h('fieldset', { class: 'members' }, h('legend', {}, t('members')), members)
    ],
    t('create'),
    async (data) => {
      const group = await call('POST', '/groups', {
        phone: state.phone,
        subject: data.get('subject'),
        customers: data.getAll('member')
      })
      await reload()
      await choose(state.phone, group.id)
    }
  )
}

export const locationDialog = (send) =>
  openDialog(
    t('location'),
    [
      field(t('name'), 'name', { value: 'Praça da Sé' }),
      h(
        'div',
        { class: 'pair-of-fields' },
        field(t('latitude'), 'latitude', { type: 'number', step: 'any', value: -23.55052, required: true }),
        field(t('longitude'), 'longitude', { type: 'number', step: 'any', value: -46.633308, required: true })
      )
    ],
    t('send'),
    (data) =>
      send({
        type: 'location',
        name: data.get('name') || undefined,
        latitude: Number(data.get('latitude')),
        longitude: Number(data.get('longitude'))
      })
  )

export const contactDialog = (send) =>
  openDialog(
    t('contact'),
    [
      field(t('name'), 'name', { value: 'Rui Barbosa', required: true }),
      field(t('number'), 'number', { value: '5511911112222', required: true, inputmode: 'tel' })
    ],
    t('send'),
    (data) => send({ type: 'contacts', contacts: [{ name: data.get('name'), number: data.get('number') }] })
  )

export const pollDialog = (send) =>
  openDialog(
    t('poll'),
    [
      field(t('question'), 'name', { value: 'Qual sabor?', required: true }),
      h(
        'label',
        { class: 'field' },
        h('span', {}, t('options')),
        h('textarea', { name: 'options', rows: 3 }, 'Chocolate\nCenoura')
      )
    ],
    t('send'),
    (data) =>
      send({
        type: 'poll',
        name: data.get('name'),
        options: data
          .get('options')
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean)
      })
  )
