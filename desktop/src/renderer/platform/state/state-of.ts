// State that belongs to something, such as a ticket or a search: with another it begins anew, in the same drawing.
import { useState, type Dispatch, type SetStateAction } from 'react'

/** As `useState`, until `owner` is another one. */
export function useStateOf<T>(owner: unknown, initial: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(initial)
  const [known, setKnown] = useState(owner)
  if (Object.is(known, owner)) return [value, setValue]
  setKnown(owner)
  setValue(initial)
  return [initial, setValue]
}
