// Menus of the composer: emojis, attachments and samples, special cases.
import { fileToBase64 } from './api.js'
import { contactDialog, locationDialog, pollDialog } from './dialogs.js'
import { fill, h, icon } from './dom.js'
import { t } from './i18n.js'
import { announce, customerOf, isGroup, state } from './store.js'

const emojis = [
  ...'😀😂🥰😍😉😊🤔😅😭😡👍👎👏🙏💪👋🤝❤️🎉🔥✨⭐✅❌⚠️📦🚚🛒💳💰📞📷🎁🍞🍰☕🕐📍'.matchAll(
    /\p{Extended_Pictographic}️?/gu
  )
].map(([emoji]) => emoji)

export function composerMenus({ menu, input, send, sendMedia, sendText, clear, onInput, writer }) {
  const pick = (accept, type, more = {}) => {
    const chooser = h('input', { type: 'file', accept })
    chooser.addEventListener('change', async () => {
      const [file] = chooser.files
      if (!file) return
      const caption =
        ['image', 'video', 'document'].includes(type) && input.value.trim() ? { caption: input.value.trim() } : {}
      await sendMedia({
        type,
        base64: await fileToBase64(file),
        mime: file.type || 'application/octet-stream',
        fileName: file.name,
        ...caption,
        ...more
      })
      if (caption.caption) clear()
    })
    chooser.click()
  }

  const item = (name, label, onclick) => h('button', { type: 'button', onclick }, icon(name, 19), label)
  const open = (kind) => {
    const opening = menu.hidden || menu.dataset.kind !== kind
    menu.hidden = !opening
    menu.dataset.kind = kind
    if (!opening) return
    if (kind === 'emoji') {
      fill(
        menu,
        h(
          'div',
          { class: 'emojis' },
          emojis.map((emoji) =>
            h(
              'button',
              {
                type: 'button',
                onclick: () => {
                  input.setRangeText(emoji, input.selectionStart, input.selectionEnd, 'end')
                  onInput()
                  input.focus()
                }
              },
              emoji
            )
          )
        )
      )
      return
    }
    const other = customerOf(writer())?.addressing === 'lid' ? 'pn' : 'lid'
    fill(
      menu,
      h(
        'div',
        { class: 'items' },
        item('image', t('photo'), () => pick('image/*', 'image')),
        item('video', t('videoFile'), () => pick('video/*', 'video')),
        item('file', t('document'), () => pick('', 'document')),
        item('note', t('audioFile'), () => pick('audio/*', 'audio', { ptt: false })),
        item('pin', t('location'), () => {
          menu.hidden = true
          locationDialog(send)
        }),
        item('card', t('contact'), () => {
          menu.hidden = true
          contactDialog(send)
        }),
        item('poll', t('poll'), () => {
          menu.hidden = true
          pollDialog(send)
        }),
        item('sticker', t('stickerItem'), () => sendMedia({ type: 'sticker', sample: 'sticker' })),
        item('mic', t('sampleVoice'), () => sendMedia({ type: 'audio', sample: 'voice' })),
        item('image', t('samplePhoto'), () => sendMedia({ type: 'image', sample: 'picture' })),
        item('video', t('sampleVideo'), () => sendMedia({ type: 'video', sample: 'video' })),
        item('file', t('sampleDocument'), () => sendMedia({ type: 'document', sample: 'document' }))
      ),
      h('h3', {}, t('special')),
      h(
        'div',
        { class: 'items' },
        item('chat', t('twice'), () => sendText({ copies: 2 })),
        item('warn', t('brokenOnce'), () => sendText({ broken: 'once' })),
        item('warn', t('brokenAlways'), () => sendText({ broken: 'always' })),
        item('link', t('otherAddress'), () => sendText({ address: other })),
        item('eye', t('viewOnce'), () => sendMedia({ type: 'image', viewOnce: true })),
        item('poll', t('template'), () => {
          menu.hidden = true
          send({ type: 'template', text: input.value.trim() || t('template') })
        }),
        item('warn', t('unknown'), () => {
          menu.hidden = true
          send({ type: 'unknown' })
        }),
        !isGroup(state.other) &&
          item('handset', state.asOwner ? t('writeAsCustomer') : t('writeAsOwner'), () => {
            menu.hidden = true
            state.asOwner = !state.asOwner
            announce('choice', 'chat')
          })
      )
    )
  }

  return { open }
}
