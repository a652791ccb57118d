// The page: puts its three columns together and keeps them in step with the simulator.
import { attempt } from './api.js'
import { chatPanel } from './chat.js'
import { fill, h, icon } from './dom.js'
import { faultPanel } from './faults.js'
import { currentLanguage, languages, setLanguage, t } from './i18n.js'
import { peoplePanel } from './people.js'
import { announce, choose, onChange, reload, start, state } from './store.js'

const root = document.getElementById('app')
setLanguage(currentLanguage())

function languageSwitch() {
  const buttons = languages.map((language) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': String(language === currentLanguage()),
        onclick: () => {
          setLanguage(language)
          location.reload()
        }
      },
      language.toUpperCase()
    )
  )
  return h('div', { class: 'languages', role: 'group', 'aria-label': t('language') }, buttons)
}

/** Narrow screens show one column at a time. */
function tabs() {
  const tab = (view, name, label) =>
    h(
      'button',
      {
        type: 'button',
        'aria-pressed': String(state.view === view),
        onclick: () => {
          state.view = view
          announce('choice')
        }
      },
      icon(name, 22),
      h('span', {}, label)
    )
  return [tab('people', 'people', t('people')), tab('chat', 'chat', t('chat')), tab('faults', 'bolt', t('faults'))]
}

function draw() {
  document.title = t('title')
  const bar = h('nav', { class: 'tabs' })
  const banner = h('div', { class: 'banner', role: 'alert', hidden: true }, t('offline'))
  const columns = h('main', { class: 'columns' }, peoplePanel(), chatPanel(), faultPanel())
  root.replaceChildren(
    h(
      'header',
      { class: 'top' },
      h('img', { src: 'icon.svg', width: 30, height: 30, alt: '' }),
      h('div', { class: 'brand' }, h('h1', {}, t('title')), h('p', {}, t('subtitle'))),
      languageSwitch()
    ),
    banner,
    columns,
    bar
  )
  redrawFrame = () => {
    columns.dataset.view = state.view
    banner.hidden = state.online
    fill(bar, tabs())
  }
  redrawFrame()
}

let redrawFrame = () => undefined
onChange((changes) => {
  if (changes.has('choice')) redrawFrame()
})

draw()
await attempt(reload)
await attempt(() => choose(state.phone, state.other))
start()
