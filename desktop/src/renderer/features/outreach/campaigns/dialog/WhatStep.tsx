// The second step of a campaign: up to five messages, the questions that ask before, and the files that go along.
import { Anchor, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { largestCampaignFile, type Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { publicFile } from '@guiche/shared/kernel/server-paths.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { AttachmentField } from '#ui/forms/AttachmentField.tsx'
import { RecordSelect } from '#ui/forms/RecordSelect.tsx'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import { fileChoices } from '#features/library/file-lists/file-choices.store.ts'
import { CampaignMessages } from './CampaignMessages.tsx'
import type { CampaignValues } from './campaign-values.ts'

interface WhatStepProps {
  form: DraftForm<CampaignValues>
  made: Campaign | undefined
  isReadOnly: boolean
  tab: string
  onTab: (tab: string) => void
  /** Escape is meant for the emoji picker while it is open. */
  onPicking: (isOpen: boolean) => void
}

export function WhatStep({ form, made, isReadOnly, tab, onTab, onPicking }: WhatStepProps) {
  const { t } = useTranslation('campaigns')
  return (
    <>
      <CampaignMessages form={form} isReadOnly={isReadOnly} tab={tab} onTab={onTab} onPicking={onPicking} />
      <Switch
        label={t('confirmation')}
        description={t('confirmationSwitchHint')}
        disabled={isReadOnly}
        {...form.getInputProps('confirmation', { type: 'checkbox' })}
      />
      {isReadOnly && made?.mediaPath && (
        <Anchor size="sm" href={serverUrl(publicFile(made.mediaPath))} target="_blank" rel="noreferrer">
          {made.mediaName}
        </Anchor>
      )}
      {!isReadOnly && (
        <AttachmentField
          values={form.values}
          stored={made}
          limit={largestCampaignFile}
          label={t('media')}
          inputProps={form.getInputProps('file')}
          onRemove={() => form.setFieldValue('isFileRemoved', true)}
        />
      )}
      <RecordSelect
        list={fileChoices}
        label={t('fileList')}
        readOnly={isReadOnly}
        {...form.getInputProps('fileListId')}
      />
    </>
  )
}
