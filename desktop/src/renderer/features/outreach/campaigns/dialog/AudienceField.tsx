// Whom a campaign is for: the people of a contact list, or those whose conversations carry a tag.
import { useEffect, useState } from 'react'
import { Input, SegmentedControl, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { listTags } from '@guiche/shared/features/inbox/tags.ts'
import { formatNumber } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { RecordSelect } from '#ui/forms/RecordSelect.tsx'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import { timeFor } from '../settings/campaign-pace.ts'
import { listChoices, tagChoices } from '../list/campaign-choices.store.ts'
import { useCampaignSettings } from '../settings/campaign-settings.store.ts'
import type { CampaignValues } from './campaign-values.ts'

/** How many conversations carry a tag; null until it is known. */
function useTagUse(id: string | null): number | null {
  const name = tagChoices.use(({ items }) => items.find((tag) => String(tag.id) === id)?.name)
  const [found, setFound] = useState<{ id: string | null; count: number } | null>(null)
  useEffect(() => {
    if (name === undefined) return
    const aborter = new AbortController()
    call(listTags, { query: { searchParam: name.toLowerCase(), pageNumber: 1 } }, { signal: aborter.signal }).then(
      ({ tags }) => {
        const tag = tags.find((one) => String(one.id) === id)
        if (tag) setFound({ id, count: tag.ticketsCount })
      },
      () => {}
    )
    return () => aborter.abort()
  }, [id, name])
  return found?.id === id ? found.count : null
}

function useListText(id: string | null): string | undefined {
  const { t } = useTranslation(['campaigns', 'contactLists'])
  const list = listChoices.use(({ items }) => items.find((one) => String(one.id) === id))
  const settings = useCampaignSettings((state) => state.settings)
  if (!list) return undefined
  const { contactsCount: count, uncheckedCount } = list
  const parts = [t('people', { count, formatted: formatNumber(count) })]
  if (settings && count > 0) parts.push(t('takes', { time: timeFor(count, settings) }))
  if (uncheckedCount > 0)
    parts.push(t('contactLists:toCheck', { count: uncheckedCount, formatted: formatNumber(uncheckedCount) }))
  return parts.join(' · ')
}

interface AudienceFieldProps {
  form: DraftForm<CampaignValues>
  /** Who receives it cannot be changed any more. */
  isFixed: boolean
}

export function AudienceField({ form, isFixed }: AudienceFieldProps) {
  const { t } = useTranslation('campaigns')
  const { audience, contactListId, tagListId } = form.values
  const listText = useListText(contactListId)
  const tagUse = useTagUse(audience === 'tag' ? tagListId : null)
  return (
    <Input.Wrapper label={t('audience')} labelElement="div">
      <Stack gap="xs" role="group" aria-label={t('audience')}>
        <SegmentedControl
          aria-label={t('audience')}
          fullWidth
          readOnly={isFixed}
          data={[
            { value: 'list', label: t('contactList') },
            { value: 'tag', label: t('tag') }
          ]}
          {...form.getInputProps('audience')}
        />
        {audience === 'list' ? (
          <RecordSelect
            key="list"
            list={listChoices}
            aria-label={t('contactList')}
            placeholder={t('chooseList')}
            description={listText ?? t('listHint')}
            readOnly={isFixed}
            {...form.getInputProps('contactListId')}
          />
        ) : (
          <RecordSelect
            key="tag"
            list={tagChoices}
            aria-label={t('tag')}
            placeholder={t('chooseTag')}
            description={
              tagUse === null ? t('tagHint') : t('tagUse', { count: tagUse, formatted: formatNumber(tagUse) })
            }
            readOnly={isFixed}
            {...form.getInputProps('tagListId')}
          />
        )}
      </Stack>
    </Input.Wrapper>
  )
}
