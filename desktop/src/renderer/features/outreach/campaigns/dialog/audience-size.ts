// How many people a campaign is for, as far as that is known before it begins.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { listTags } from '@guiche/shared/features/inbox/tags.ts'
import { showContactList } from '@guiche/shared/features/outreach/contact-lists.ts'
import { call } from '#platform/net/http.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { formatNumber } from '#platform/text/format.ts'
import { tagChoices } from '../list/campaign-choices.store.ts'
import type { CampaignValues } from './campaign-values.ts'

export interface ListSize {
  /** On WhatsApp. */
  valid: number
  /** Numbers that WhatsApp has not been asked about yet. */
  unchecked: number
  /** Known not to be on WhatsApp. */
  absent: number
}

type Audience = Pick<CampaignValues, 'audience' | 'contactListId' | 'tagListId'>

/** Of the chosen list; null until it is known, and for tags. */
export function useListSize({ audience, contactListId }: Audience): ListSize | null {
  const id = audience === 'list' ? contactListId : null
  const [size, setSize] = useStateOf<ListSize | null>(id, null)
  useEffect(() => {
    if (id === null) return
    const aborter = new AbortController()
    call(showContactList, { params: { id: Number(id) } }, { signal: aborter.signal }).then(
      ({ validCount: valid, uncheckedCount: unchecked, contactsCount }) =>
        setSize({ valid, unchecked, absent: Math.max(0, contactsCount - valid - unchecked) }),
      () => {}
    )
    return () => aborter.abort()
  }, [id, setSize])
  return size
}

/** How many tickets carry the chosen tag; null until it is known, and for lists. */
export function useTagUse({ audience, tagListId }: Audience): number | null {
  const id = audience === 'tag' ? tagListId : null
  const name = tagChoices.use(({ items }) => items.find((tag) => String(tag.id) === id)?.name)
  const [count, setCount] = useStateOf<number | null>(id, null)
  useEffect(() => {
    if (name === undefined) return
    const aborter = new AbortController()
    call(listTags, { query: { searchParam: name.toLowerCase(), pageNumber: 1 } }, { signal: aborter.signal }).then(
      ({ tags }) => setCount(tags.find((tag) => String(tag.id) === id)?.ticketsCount ?? null),
      () => {}
    )
    return () => aborter.abort()
  }, [id, name, setCount])
  return count
}

/** Whom it reaches, in words: `240 contatos válidos · 3 fora do WhatsApp`; undefined until it is known. */
export function useAudienceText(size: ListSize | null, tagUse: number | null): string | undefined {
  const { t } = useTranslation(['campaigns', 'contactLists'])
  if (tagUse !== null) return t('tagUse', { count: tagUse, formatted: formatNumber(tagUse) })
  if (size === null) return undefined
  const { valid, unchecked, absent } = size
  const parts = [t('validPeople', { count: valid, formatted: formatNumber(valid) })]
  if (unchecked > 0) parts.push(t('contactLists:toCheck', { count: unchecked, formatted: formatNumber(unchecked) }))
  if (absent > 0) parts.push(t('absentPeople', { count: absent, formatted: formatNumber(absent) }))
  return parts.join(' · ')
}
