// Refused sends: to whom, with which error, how often.
import { attempt, call } from './api.js'
import { h, iconButton } from './dom.js'
import { t } from './i18n.js'
import { customerOf, state } from './store.js'

/** The form and the list of refusals; `phone` = only for that one. */
export function refusals(phone) {
  const submit = (event) => {
    event.preventDefault()
    const data = new FormData(event.target)
    return attempt(() =>
      call('POST', '/refusals', {
        phone,
        customer: data.get('customer') || undefined,
        error: Number(data.get('error')),
        times: Number(data.get('times'))
      })
    )
  }
  const who = [
    h('option', { value: '' }, t('everyone')),
    ...state.customers
      .slice(0, 80)
      .map((customer) => h('option', { value: customer.id, selected: customer.id === state.other }, customer.name))
  ]
  return [
    h(
      'form',
      { class: 'refuse', onsubmit: submit },
      h('select', { name: 'customer', 'aria-label': t('refuseWho') }, who),
      h(
        'select',
        { name: 'error', 'aria-label': t('refuse') },
        ['463', '479', '500'].map((code) => h('option', { value: code }, code))
      ),
      h(
        'select',
        { name: 'times', 'aria-label': t('refuseTimes') },
        [
          [1, '1×'],
          [3, '3×'],
          [-1, t('always')]
        ].map(([value, text]) => h('option', { value }, text))
      ),
      h('button', { type: 'submit', class: 'plain' }, t('refuse'))
    ),
    h(
      'ul',
      { class: 'refusals' },
      state.refusals.map((one) =>
        h(
          'li',
          {},
          h(
            'span',
            { class: 'grow' },
            `${one.error} → ${one.customer ? (customerOf(one.customer)?.name ?? one.customer) : t('everyone')} · ${one.times < 0 ? t('always') : `${one.times}×`}`
          ),
          iconButton('close', t('stop'), () => attempt(() => call('DELETE', `/refusals/${one.id}`)), {
            class: 'icon-button small'
          })
        )
      )
    )
  ]
}
