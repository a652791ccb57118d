// The keyboard in the message field: Enter sends, Ctrl+B and its like mark, arrows choose a quick reply, Escape takes back.
import { useCallback, useEffect, useId, type KeyboardEvent, type RefObject } from 'react'
import { variablePattern } from '@guiche/shared/features/inbox/message-variables.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { isForQueue, type QuickMessage } from '@guiche/shared/features/library/quick-messages.ts'
import { ensureQuickMessages, useQuickMessages } from '#features/library/quick-messages/quick-messages.store.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { formatField, type Format } from '#ui/conversation/formatting.ts'
import { takeOfferKey } from '#ui/conversation/offer-keys.ts'
import { offerAria } from '#ui/conversation/SuggestionList.tsx'
import { useFill } from './use-fill.ts'
import { isShortcut, suggestionsFor } from './quick-replies.ts'

/** By the place of the key where its letter is another with Shift. */
function formatOf({ ctrlKey, metaKey, shiftKey, altKey, key, code }: KeyboardEvent): Format | null {
  if (!(ctrlKey || metaKey) || altKey) return null
  if (shiftKey) return code === 'Digit8' ? 'list' : null
  return ({ b: 'bold', i: 'italic' } as const)[key.toLowerCase()] ?? null
}

interface ComposerKeys {
  /** Quick messages of other queues than its own are not offered. */
  ticket: Ticket
  text: string
  setText: (text: string) => void
  submit: () => void
  field: RefObject<HTMLTextAreaElement | null>
  stepBack: () => boolean
  onEscape: () => void
  /** A quick message with a file was chosen. */
  onFile: (message: QuickMessage) => void
}

export function useComposerKeys(given: ComposerKeys) {
  const { ticket, text, setText, submit, field, stepBack, onEscape, onFile } = given
  const fill = useFill(ticket)
  const format = useCallback((wanted: Format) => formatField(field.current, wanted), [field])
  const listId = useId()
  const all = useQuickMessages()
  const hasSlash = text.startsWith('/')
  const [active, setActive] = useStateOf(text, 0)
  const [dismissed, setDismissed] = useStateOf<string | null>(hasSlash, null)
  const isAsking = isShortcut(text)
  useEffect(() => {
    if (hasSlash) void ensureQuickMessages()
  }, [hasSlash, text])

  const offered = isAsking ? all.items.filter((one) => isForQueue(one, ticket.queueId)) : []
  const found = suggestionsFor(text, offered).map((one) => ({ ...one, message: fill(one.message) }))
  // A text that merely begins with a slash is no shortcut: nothing is in the way of sending it.
  const isShown = isAsking && dismissed !== text && (found.length > 0 || (all.phase === 'ready' && !text.includes(' ')))
  const choose = (chosen: QuickMessage) => {
    setText(chosen.message)
    if (chosen.isMedia) onFile(chosen)
    const open = variablePattern.exec(chosen.message)
    requestAnimationFrame(() => {
      field.current?.focus()
      if (open) field.current?.setSelectionRange(open.index, open.index + open[0].length)
    })
  }
  const dismiss = () => setDismissed(text)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const offers = { offers: found, active, setActive, choose, dismiss }
    // A key that ends a composed letter is not meant for us.
    if (event.nativeEvent.isComposing || (isShown && found.length > 0 && takeOfferKey(event, offers))) return
    const asked = formatOf(event)
    if (asked !== null) {
      event.preventDefault()
      format(asked)
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      submit()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (!stepBack()) onEscape()
    }
  }
  return {
    suggestions: isShown ? found : null,
    hasAny: offered.length > 0,
    active,
    setActive,
    choose,
    format,
    listId,
    onKeyDown,
    aria: isShown ? offerAria(listId, found.length > 0 ? active : -1) : {}
  }
}
