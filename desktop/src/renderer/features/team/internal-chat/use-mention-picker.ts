// Offers the members of a chat while somebody types `@` and the beginning of a name.
import { useId, useMemo, useState, type KeyboardEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Mentionable } from '@guiche/shared/features/team/mentions.ts'
import { takeOfferKey } from '#ui/conversation/offer-keys.ts'

/** Members offered at once. */
const most = 8

interface Offer {
  key: string
  /** Without the `@`. */
  name: string
}

/** What stands between the last `@` and the cursor; null when no mention is being written. */
function wantedAt(text: string, cursor: number): { from: number; query: string } | null {
  const from = text.lastIndexOf('@', cursor - 1)
  if (from === -1 || /[\p{L}\p{N}_]/u.test(text[from - 1] ?? ' ')) return null
  const query = text.slice(from + 1, cursor)
  return query.length > 40 || /\n| {2}/.test(query) ? null : { from, query: query.toLocaleLowerCase() }
}

interface MentionPickerParts {
  text: string
  setText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** The other members. */
  people: Mentionable[]
}

export function useMentionPicker({ text, setText, field, people }: MentionPickerParts) {
  const { t } = useTranslation('chats')
  const listId = useId()
  const [cursor, setCursor] = useState(0)
  const [active, setActive] = useState(0)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const wanted = wantedAt(text, Math.min(cursor, text.length))
  const query = wanted?.query ?? null
  const offers = useMemo<Offer[]>(() => {
    if (query === null) return []
    const everybody = { key: 'all', name: t('everybody') }
    const members = people.map(({ userId, name }) => ({ key: String(userId), name }))
    const found = [...members, everybody].filter(({ name }) => name.toLocaleLowerCase().startsWith(query))
    // A name that stands there in full needs no offer.
    return found.length === 1 && found[0]?.name.toLocaleLowerCase() === query ? [] : found.slice(0, most)
  }, [query, people, t])
  const isOpen = wanted !== null && offers.length > 0 && dismissed !== wanted.from

  const shownActive = Math.min(active, offers.length - 1)

  const choose = ({ name }: Offer) => {
    if (wanted === null) return
    const before = `${text.slice(0, wanted.from)}@${name} `
    setText(before + text.slice(cursor).replace(/^ /, ''))
    setActive(0)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(before.length, before.length)
      setCursor(before.length)
    })
  }
  /** True when the key was for the offers. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false
    const dismiss = () => setDismissed(wanted?.from ?? null)
    if (!takeOfferKey(event, { offers, active: shownActive, setActive, choose, dismiss })) return false
    event.stopPropagation()
    return true
  }
  return {
    isOpen,
    offers,
    active: shownActive,
    choose,
    onKeyDown,
    /** To be told where the cursor stands after every change. */
    follow: () => setCursor(field.current?.selectionStart ?? 0),
    listId,
    /** For the field. */
    aria: isOpen
      ? {
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${shownActive}`,
          'aria-autocomplete': 'list' as const
        }
      : {}
  }
}

export type MentionPicker = ReturnType<typeof useMentionPicker>
