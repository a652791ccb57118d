// The first step of a campaign: its name, whom it is for, and the number that writes.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import { ConnectionSelect } from '#features/inbox/connections/ConnectionSelect.tsx'
import { AudienceField } from './AudienceField.tsx'
import type { CampaignValues } from './campaign-values.ts'

interface WhomStepProps {
  form: DraftForm<CampaignValues>
  sizeText: string | undefined
  isReadOnly: boolean
}

export function WhomStep({ form, sizeText, isReadOnly }: WhomStepProps) {
  const { t } = useTranslation('campaigns')
  return (
    <>
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        withAsterisk
        maxLength={50}
        data-autofocus
        readOnly={isReadOnly}
        {...form.getInputProps('name')}
      />
      <AudienceField form={form} sizeText={sizeText} isFixed={isReadOnly} />
      <ConnectionSelect
        label={t('whatsapp')}
        description={t('whatsappHint')}
        readOnly={isReadOnly}
        {...form.getInputProps('whatsappId')}
      />
    </>
  )
}
