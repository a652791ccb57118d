// Real people of the audience, through whose eyes a campaign is looked at before it is sent: searched, and one by one.
import { useEffect, useState } from 'react'
import { useDebouncedValue } from '@mantine/hooks'
import { listContacts } from '@guiche/shared/features/inbox/contacts.ts'
import type { CampaignPerson } from '@guiche/shared/features/outreach/campaign-text.ts'
import { listContactListItems } from '@guiche/shared/features/outreach/contact-lists.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import type { CampaignValues } from './campaign-values.ts'

/** Milliseconds after the last key before a search is asked. */
const searchDelay = 500

export type PreviewPerson = CampaignPerson & { id: number }

interface Found {
  people: PreviewPerson[]
  count: number
  pages: number
}

const none: Found = { people: [], count: 0, pages: 0 }

type Source = Pick<CampaignValues, 'audience' | 'contactListId' | 'tagListId'>

async function fetchPage(source: Source, page: { searchParam: string; pageNumber: number }, signal?: AbortSignal) {
  const options = signal ? { signal } : {}
  const { audience, contactListId, tagListId } = source
  if (audience === 'list') {
    const query = { ...page, contactListId: Number(contactListId) }
    const { contacts, count } = await call(listContactListItems, { query }, options)
    return { people: contacts, count }
  }
  const query = { ...page, tags: [Number(tagListId)], countsTickets: true }
  const { contacts, count } = await call(listContacts, { query }, options)
  const people = contacts.flatMap(({ id, name, number, email, isGroup }) =>
    number === null || isGroup ? [] : [{ id, name, number, email }]
  )
  return { people, count }
}

interface PreviewPeople {
  /** Those among whom one is chosen; the one that is looked at stands among them. */
  offered: PreviewPerson[]
  /** Null before any is known, and where there is none. */
  person: PreviewPerson | null
  /** From 0; -1 for one that was searched for and stands beyond what has been loaded. */
  position: number
  count: number
  choose: (id: string | null) => void
  search: (text: string) => void
  /** By one, forward or back. */
  move: (by: 1 | -1) => void
}

export function usePreviewPeople({ audience, contactListId, tagListId }: Source): PreviewPeople {
  const chosen = audience === 'list' ? contactListId : tagListId
  const owner = chosen === null ? null : `${audience} ${chosen}`
  const [typed, setTyped] = useState('')
  const [searchParam] = useDebouncedValue(typed.trim().toLowerCase(), searchDelay)
  const [{ people, count, pages }, setFound] = useStateOf<Found>(owner, none)
  const [picked, setPicked] = useStateOf<PreviewPerson | null>(owner, null)
  useEffect(() => {
    if (owner === null) return
    const aborter = new AbortController()
    const source = { audience, contactListId, tagListId }
    fetchPage(source, { searchParam, pageNumber: 1 }, aborter.signal).then(
      (page) => setFound({ ...page, pages: 1 }),
      (error: unknown) => notify.error(error)
    )
    return () => aborter.abort()
  }, [owner, audience, contactListId, tagListId, searchParam, setFound])

  const person = picked ?? people[0] ?? null
  const position = people.findIndex((one) => one.id === person?.id)
  const move = (by: 1 | -1) => {
    const next = people[position + by]
    if (next) return setPicked(next)
    if (by < 0 || people.length >= count) return
    fetchPage({ audience, contactListId, tagListId }, { searchParam, pageNumber: pages + 1 }).then((page) => {
      const further = page.people.filter(({ id }) => people.every((one) => one.id !== id))
      setFound({ people: [...people, ...further], count: page.count, pages: pages + 1 })
      if (further[0]) setPicked(further[0])
    }, notify.error)
  }
  const offered = person !== null && position < 0 ? [person, ...people] : people
  return {
    offered,
    person,
    position,
    count,
    choose: (id) => setPicked(offered.find((one) => String(one.id) === id) ?? null),
    search: (text) => setTyped(offered.some(({ name }) => name === text) ? '' : text),
    move
  }
}
