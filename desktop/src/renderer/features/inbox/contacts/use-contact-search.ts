// Contacts by what is typed: name or number, as every field that chooses people finds them.
import { useEffect, useState } from 'react'
import { listContacts, type Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { call } from '#platform/net/http.ts'

/** Letters from which contacts are searched (spec R159), and milliseconds after the last key. */
const shortest = 3
const searchDelay = 500

export type FoundContact = Pick<Contact, 'id' | 'name' | 'number'>

export const contactLabel = ({ name, number }: FoundContact): string =>
  number === '' ? name : `${name} · ${formatPhone(number)}`

export function useContactSearch(text: string) {
  const [found, setFound] = useState<FoundContact[]>([])
  const [phase, setPhase] = useState<'idle' | 'loading' | 'ready' | 'failed'>('idle')
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const search = text.trim().toLowerCase()
    if (search.length < shortest) {
      setPhase('idle')
      setFound([])
      return undefined
    }
    setPhase('loading')
    const aborter = new AbortController()
    const timer = setTimeout(() => {
      call(listContacts, { query: { searchParam: search, pageNumber: 1 } }, { signal: aborter.signal }).then(
        ({ contacts }) => {
          setFound(contacts)
          setPhase('ready')
        },
        (failure: unknown) => {
          if (aborter.signal.aborted) return
          setError(failure)
          setPhase('failed')
        }
      )
    }, searchDelay)
    return () => {
      clearTimeout(timer)
      aborter.abort()
    }
  }, [text])
  return { found, phase, error }
}
