// Whom a campaign is for, in words: its list, or its tag.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { tagChoices } from './campaign-choices.store.ts'

export function Audience({ campaign: { contactList, tagListId } }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const tag = tagChoices.use(({ items }) => items.find(({ id }) => id === tagListId))
  const isTag = contactList === null && tagListId !== null
  useEffect(() => {
    if (isTag) void tagChoices.ensure()
  }, [isTag])
  if (contactList) return <>{contactList.name}</>
  return <>{tag ? t('tagNamed', { name: tag.name }) : '–'}</>
}
