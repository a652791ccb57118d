// Bulk runs from the page: how many customers, how many messages, how fast, and how far they are.
import { attempt, call } from './api.js'
import { fill, h } from './dom.js'
import { t } from './i18n.js'
import { onChange, reload, state } from './store.js'

const LOOK_MS = 700

const runLine = (run) => {
  const going = !run.finishedAt || run.waiting > 0
  return h(
    'li',
    {},
    h('progress', { max: run.total, value: run.acked, 'aria-label': t('bulk') }),
    h('small', {}, t('bulkRun', run), run.redelivered || run.retried ? ` · ${t('bulkExtra', run)}` : ''),
    going && !run.finishedAt
      ? h(
          'button',
          { type: 'button', class: 'plain', onclick: () => attempt(() => call('POST', `/bulk/${run.id}/stop`, {})) },
          t('stop')
        )
      : null
  )
}

export function bulkSection() {
  const list = h('ul', { class: 'runs' })
  const button = h('button', { type: 'submit', class: 'primary wide' }, t('bulkStart'))
  const field = (label, name, value) =>
    h(
      'label',
      { class: 'field' },
      h('span', {}, label),
      h('input', { type: 'number', name, value, min: 0, required: true })
    )
  const submit = async (event) => {
    event.preventDefault()
    const data = new FormData(event.target)
    const perSecond = Number(data.get('rate'))
    button.disabled = true
    button.textContent = t('bulkPreparing')
    await attempt(() =>
      call('POST', '/bulk', {
        phones: [state.phone],
        customers: Number(data.get('customers')),
        messages: Number(data.get('messages')),
        perSecond: perSecond || undefined
      })
    )
    button.disabled = false
    button.textContent = t('bulkStart')
    await attempt(reload)
  }
  const draw = () => fill(list, state.runs.slice(-4).reverse().map(runLine))
  onChange((changes) => {
    if (changes.has('world')) draw()
  })
  // Acknowledgements are too many to be told one by one: look while a run is going.
  setInterval(() => {
    if (state.runs.some((run) => run.waiting > 0 || !run.finishedAt))
      call('GET', '/bulk').then(
        (runs) => {
          state.runs = runs
          draw()
        },
        () => undefined
      )
  }, LOOK_MS)
  draw()
  return [
    h('p', { class: 'hint' }, t('bulkText')),
    h(
      'form',
      { class: 'bulk', onsubmit: submit },
      field(t('bulkCustomers'), 'customers', 20),
      field(t('bulkMessages'), 'messages', 100),
      field(t('bulkRate'), 'rate', 20),
      button
    ),
    list
  ]
}
