// What is offered over a field while one types in it; `takeOfferKey` has its keyboard.
import { useEffect, useRef, type ReactNode } from 'react'
import classes from './suggestion-list.module.css'

interface SuggestionListProps<O> {
  /** The options are `id-0`, `id-1` and so on. */
  id: string
  label: string
  offers: readonly O[]
  active: number
  onHover: (index: number) => void
  onChoose: (offer: O) => void
  /** What stands in an option. */
  render: (offer: O) => ReactNode
  /** Where nothing is offered. */
  children?: ReactNode
}

export function SuggestionList<O extends { id: number }>(props: SuggestionListProps<O>) {
  const { id, label, offers, active, onHover, onChoose, render, children } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className={classes['list']}>
      {offers.map((one, index) => (
        <div
          key={one.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          className={classes['offer']}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => index !== active && onHover(index)}
          onClick={() => onChoose(one)}
          onKeyDown={() => undefined}
        >
          {render(one)}
        </div>
      ))}
      {children}
    </div>
  )
}

/** What the field says of the list over it; `active` is -1 where nothing is offered. */
export function offerAria(listId: string, active: number) {
  return {
    'aria-autocomplete': 'list' as const,
    'aria-controls': listId,
    'aria-activedescendant': active < 0 ? undefined : `${listId}-${active}`
  }
}
