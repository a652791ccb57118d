// Names while one writes: behind an @ people are offered.
import { useId, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useStateOf } from '#platform/state/state-of.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { takeOfferKey } from './offer-keys.ts'
import { offerAria, SuggestionList } from './SuggestionList.tsx'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { nameAt, peopleNamed, type Person } from './mention-text.ts'
import classes from './suggestion-list.module.css'

interface MentionKeys {
  /** True when the key was for the offers. */
  takeKey: (event: KeyboardEvent) => boolean
  /** Where the caret is now. */
  onCaret: () => void
  /** The list, for a box over the field that is positioned. */
  offers: ReactNode
  aria: Partial<ReturnType<typeof offerAria>>
}

interface NamingField {
  /** What is written about: with another one nothing is dismissed any more. */
  owner: unknown
  people: readonly Person[]
  text: string
  setText: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

export function useMentionKeys({ owner, people, text, setText, field }: NamingField): MentionKeys {
  const { t } = useTranslation('timeline')
  const listId = useId()
  const [caret, setCaret] = useState(0)
  const typed = nameAt(text, Math.min(caret, text.length))
  const [active, setActive] = useStateOf(typed?.name, 0)
  const [dismissed, setDismissed] = useStateOf<number | null>(owner, null)
  const found = typed === null || typed.start === dismissed ? [] : peopleNamed(typed.name, people)
  const choose = ({ name }: Person) => {
    if (typed === null) return
    const end = typed.start + name.length + 2
    setText(`${text.slice(0, typed.start)}@${name} ${text.slice(typed.start + 1 + typed.name.length)}`)
    setCaret(end)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(end, end)
    })
  }
  const isShown = found.length > 0
  // Whoever misses a colleague hears why; a sentence that goes on behind the name is none.
  const isUnknown =
    typed !== null && typed.start !== dismissed && people.length > 0 && !isShown && /^\S{2,}$/.test(typed.name)
  const offered = { offers: found, active, setActive, choose, dismiss: () => setDismissed(typed?.start ?? null) }
  return {
    takeKey: (event) => isShown && takeOfferKey(event, offered),
    onCaret: () => setCaret(field.current?.selectionStart ?? 0),
    offers: (isShown || isUnknown) && (
      <SuggestionList
        id={listId}
        label={t('people')}
        offers={found}
        active={active}
        onHover={setActive}
        onChoose={choose}
        render={({ name, about }) => (
          <>
            <Avatar name={name} picture={null} size={24} />
            <b dir="auto">{name}</b>
            {about !== undefined && <span className={classes['about']}>{about}</span>}
          </>
        )}
      >
        {isUnknown && <div className={classes['nothing']}>{t('nobodyNamedSo')}</div>}
      </SuggestionList>
    ),
    aria: isShown ? offerAria(listId, active) : {}
  }
}
