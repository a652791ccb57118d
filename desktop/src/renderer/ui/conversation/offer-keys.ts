// The keyboard in a list that is offered over a field: arrows, Enter or Tab to choose, Escape to have none.
import type { KeyboardEvent } from 'react'

interface Offered<O> {
  offers: readonly O[]
  active: number
  setActive: (index: number) => void
  choose: (offer: O) => void
  dismiss: () => void
}

/** True when the key was for the offers. */
export function takeOfferKey<O>(event: KeyboardEvent, offered: Offered<O>): boolean {
  const { offers, active, setActive, choose, dismiss } = offered
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const chosen = offers[active]
  if (step !== undefined) setActive((active + step + offers.length) % offers.length)
  else if ((event.key === 'Enter' || event.key === 'Tab') && chosen !== undefined) choose(chosen)
  else if (event.key === 'Escape') dismiss()
  else return false
  event.preventDefault()
  return true
}
