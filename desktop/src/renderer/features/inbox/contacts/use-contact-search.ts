// Contacts by what is typed: name or number, as every field that chooses people finds them.
import { useEffect } from 'react'
import { listContacts, type Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { call } from '#platform/net/http.ts'
import { useStateOf } from '#platform/state/state-of.ts'

/** Letters from which contacts are searched (spec R159), and milliseconds after the last key. */
const shortest = 3
const searchDelay = 500

export type FoundContact = Pick<Contact, 'id' | 'name' | 'number'>

export const contactLabel = ({ name, number }: FoundContact): string =>
  number === '' ? name : `${name} · ${formatPhone(number)}`

interface Answered {
  /** What was typed when it was asked. */
  text: string
  phase: 'ready' | 'failed'
  found: FoundContact[]
  error: unknown
}

const nothing: Answered = { text: '', phase: 'ready', found: [], error: null }

export function useContactSearch(text: string) {
  const search = text.trim().toLowerCase()
  const isAsked = search.length >= shortest
  const [answered, setAnswered] = useStateOf(isAsked, nothing)
  useEffect(() => {
    if (!isAsked) return
    const aborter = new AbortController()
    const timer = setTimeout(() => {
      call(listContacts, { query: { searchParam: search, pageNumber: 1 } }, { signal: aborter.signal }).then(
        ({ contacts }) => setAnswered({ text, phase: 'ready', found: contacts, error: null }),
        (error: unknown) => {
          if (!aborter.signal.aborted) setAnswered(({ found }) => ({ text, phase: 'failed', found, error }))
        }
      )
    }, searchDelay)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [text, search, isAsked, setAnswered])
  const { found, error } = answered
  const isAnswered = answered.text === text
  const phase: 'idle' | 'loading' | 'ready' | 'failed' = !isAsked ? 'idle' : isAnswered ? answered.phase : 'loading'
  return { found, phase, error }
}
