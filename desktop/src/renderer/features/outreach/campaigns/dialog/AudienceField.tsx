// Whom a campaign is for: the people of a contact list, or those whose conversations carry a tag.
import { Input, SegmentedControl, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RecordSelect } from '#ui/forms/RecordSelect.tsx'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import { listChoices, tagChoices } from '../list/campaign-choices.store.ts'
import type { CampaignValues } from './campaign-values.ts'

interface AudienceFieldProps {
  form: DraftForm<CampaignValues>
  /** How many it reaches, once that is known. */
  sizeText: string | undefined
  /** Who receives it cannot be changed any more. */
  isFixed: boolean
}

export function AudienceField({ form, sizeText, isFixed }: AudienceFieldProps) {
  const { t } = useTranslation('campaigns')
  const isList = form.values.audience === 'list'
  const field = isList
    ? ({ path: 'contactListId', label: 'contactList', ask: 'chooseList', hint: 'listHint' } as const)
    : ({ path: 'tagListId', label: 'tag', ask: 'chooseTag', hint: 'tagHint' } as const)
  const common = {
    'aria-label': t(field.label),
    placeholder: t(field.ask),
    description: sizeText ?? t(field.hint),
    readOnly: isFixed,
    ...form.getInputProps(field.path)
  }
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
        {isList ? (
          <RecordSelect key="list" list={listChoices} {...common} />
        ) : (
          <RecordSelect key="tag" list={tagChoices} {...common} />
        )}
      </Stack>
    </Input.Wrapper>
  )
}
