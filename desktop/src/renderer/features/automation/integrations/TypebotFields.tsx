// The fields of a Typebot flow: which bot, when its conversation ends, and what is said in between.
import { NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import type { IntegrationValues } from './integration-form.ts'

export function TypebotFields({ form }: { form: DraftForm<IntegrationValues> }) {
  const { t } = useTranslation('integrations')
  return (
    <>
      <TextInput
        label={t('typebotUrl')}
        description={t('typebotUrlHint')}
        inputMode="url"
        placeholder="https://"
        maxLength={2_000}
        {...form.getInputProps('urlN8N')}
      />
      <TextInput label={t('slug')} maxLength={200} spellCheck={false} {...form.getInputProps('typebotSlug')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <NumberInput
          label={t('expires')}
          description={t('expiresHint')}
          min={0}
          max={100_000}
          allowDecimal={false}
          {...form.getInputProps('typebotExpires')}
        />
        <NumberInput
          label={t('delay')}
          description={t('delayHint')}
          min={0}
          max={15_000}
          step={100}
          allowDecimal={false}
          {...form.getInputProps('typebotDelayMessage')}
        />
        <TextInput label={t('finish')} maxLength={100} {...form.getInputProps('typebotKeywordFinish')} />
        <TextInput label={t('restart')} maxLength={100} {...form.getInputProps('typebotKeywordRestart')} />
      </SimpleGrid>
      {(['typebotRestartMessage', 'typebotUnknownMessage'] as const).map((field) => (
        <Textarea
          key={field}
          label={t(field === 'typebotRestartMessage' ? 'restartMessage' : 'unknownMessage')}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={4_096}
          {...form.getInputProps(field)}
        />
      ))}
    </>
  )
}
