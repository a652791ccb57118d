// The line one writes in: text, emojis, attachments, recording, replies and edits.
import { call } from './api.js'
import { shortText } from './bubble.js'
import { composerMenus } from './composer-menus.js'
import { clock, fill, h, iconButton, toast } from './dom.js'
import { t } from './i18n.js'
import { startRecording } from './recorder.js'
import { announce, customerOf, groupOf, isGroup, state } from './store.js'

const TYPING_MS = 4000
export function composer(send, writer) {
  const input = h('textarea', { rows: 1, placeholder: t('message'), 'aria-label': t('message') })
  const above = h('div', {})
  const menu = h('div', { class: 'menu', hidden: true })
  const tools = h('div', { class: 'tools' })
  const element = h('div', { class: 'composer' }, above, menu, tools)
  let typing
  let recording

  const presence = (name) => {
    if (state.asOwner || !writer()) return
    call('POST', '/presence', {
      phone: state.phone,
      customer: writer(),
      state: name,
      group: isGroup(state.other) ? state.other : undefined
    }).catch(() => undefined)
  }
  const stopTyping = () => {
    if (!typing) return
    clearTimeout(typing)
    typing = undefined
    presence('paused')
  }
  const onInput = () => {
    if (!typing) presence('composing')
    clearTimeout(typing)
    typing = setTimeout(stopTyping, TYPING_MS)
    grow()
    drawTools()
  }
  const grow = () => {
    input.style.height = 'auto'
    input.style.height = `${Math.min(input.scrollHeight, 120)}px`
  }
  const clear = () => {
    input.value = ''
    Object.assign(state, { replyTo: undefined, editing: undefined })
    stopTyping()
    grow()
    draw()
  }
  const quoted = () => (state.replyTo ? { quotedId: state.replyTo.id } : {})
  const submit = async () => {
    const text = input.value.trim()
    if (!text) return
    const { editing } = state
    const content = editing ? { type: 'edit', targetId: editing.id, text } : { type: 'text', text, ...quoted() }
    if (await send(content)) clear()
  }
  const sendMedia = async (content) => {
    menu.hidden = true
    if (await send({ ...content, ...quoted() })) {
      state.replyTo = undefined
      draw()
    }
  }
  const sendText = async (options) => {
    const text = input.value.trim()
    menu.hidden = true
    if (!text) return toast(t('needText'), 'hint')
    if (await send({ type: 'text', text }, options)) clear()
    return undefined
  }

  const menus = composerMenus({ menu, input, send, sendMedia, sendText, clear, onInput, writer })

  const record = async () => {
    try {
      recording = await startRecording((seconds) => {
        const label = element.querySelector('.recording-time')
        if (label) label.textContent = clock(seconds)
      })
      presence('recording')
      drawTools()
    } catch (error) {
      toast(t('noMicrophone', { reason: error.message }))
    }
  }
  const endRecording = async (keep) => {
    const finished = recording
    recording = undefined
    const note = await finished.stop()
    presence('paused')
    drawTools()
    if (keep) await sendMedia({ type: 'audio', ptt: true, ...note })
  }

  function drawTools() {
    if (recording) {
      fill(
        tools,
        h('span', { class: 'rec-dot' }),
        h('span', { class: 'grow recording-time' }, '0:00'),
        iconButton('trash', t('dropRecording'), () => endRecording(false)),
        iconButton('send', t('stopRecording'), () => endRecording(true), { class: 'icon-button send' })
      )
      return
    }
    const ready = Boolean(input.value.trim())
    const button = ready
      ? iconButton('send', t('send'), submit, { class: 'icon-button send' })
      : iconButton('mic', t('record'), record, { class: 'icon-button send' })
    if (tools.contains(input) && tools.dataset.ready === String(ready)) return
    const focused = document.activeElement === input
    tools.dataset.ready = String(ready)
    fill(
      tools,
      iconButton('smile', t('emoji'), () => menus.open('emoji')),
      iconButton('clip', t('attach'), () => menus.open('attach')),
      input,
      button
    )
    if (focused) input.focus()
  }

  const note = (label, text, onclose) =>
    h(
      'div',
      { class: 'above' },
      h('span', { class: 'grow' }, h('strong', {}, label), h('small', { class: 'clip' }, text)),
      iconButton('close', t('cancel'), onclose)
    )
  function draw() {
    const group = groupOf(state.other)
    const members = group?.customers.map((id) =>
      h('option', { value: id, selected: id === state.member }, customerOf(id)?.name ?? id)
    )
    fill(above, [
      group &&
        h(
          'label',
          { class: 'above' },
          h('span', {}, t('memberWrites')),
          h(
            'select',
            {
              onchange: (event) => {
                state.member = event.target.value
                announce('choice', 'chat')
              }
            },
            members
          )
        ),
      state.asOwner &&
        note(t('writeAsOwner'), '', () => {
          state.asOwner = false
          announce('choice', 'chat')
        }),
      state.replyTo &&
        note(t('reply'), shortText(state.replyTo), () => {
          state.replyTo = undefined
          draw()
        }),
      state.editing && note(t('editing'), shortText(state.editing), clear)
    ])
    tools.dataset.ready = ''
    drawTools()
  }

  input.addEventListener('input', onInput)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void submit()
    }
    if (event.key === 'Escape') menu.hidden = true
  })
  document.addEventListener('click', (event) => {
    if (!element.contains(event.target)) menu.hidden = true
  })

  return {
    element,
    draw,
    reply: (message) => {
      Object.assign(state, { replyTo: message, editing: undefined })
      draw()
      input.focus()
    },
    edit: (message) => {
      Object.assign(state, { editing: message, replyTo: undefined })
      input.value = message.text ?? message.caption ?? ''
      draw()
      grow()
      input.focus()
    }
  }
}
