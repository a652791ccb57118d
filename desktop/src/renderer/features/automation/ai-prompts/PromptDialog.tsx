// Adds or edits an AI prompt: what it knows, the model that answers, its limits, its voice and who takes over.
import { NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  createPrompt,
  neuralVoices,
  promptDefaults,
  promptDraft,
  textOnly,
  updatePrompt,
  voiceHost,
  type Prompt
} from '@guiche/shared/features/automation/ai-prompts.ts'
import { isSameHost } from '@guiche/shared/kernel/same-host.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { QueueSelect } from '#features/org/queues/QueuePicker.tsx'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { StoredKeyField } from '#ui/forms/StoredKeyField.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { PromptUsage } from './PromptUsage.tsx'
import { prompts } from './prompts.store.ts'

interface PromptDialogProps {
  /** Absent to add one. */
  prompt?: Prompt
  onClose: () => void
}

/** `pt-BR-FranciscaNeural` is called Francisca. */
const nameOfVoice = (voice: string): string => voice.replace(/^.*-/, '').replace(/Neural$/, '')

/** Null: the stored one is to be forgotten. */
const noKey: string | null = ''

function valuesOf(prompt: Prompt | undefined) {
  return {
    name: prompt?.name ?? '',
    prompt: prompt?.prompt ?? '',
    queueId: prompt?.queueId ? String(prompt.queueId) : null,
    apiKey: noKey,
    model: prompt?.model ?? promptDefaults.model,
    baseUrl: prompt?.baseUrl ?? '',
    maxTokens: prompt?.maxTokens ?? promptDefaults.maxTokens,
    temperature: prompt?.temperature ?? promptDefaults.temperature,
    maxMessages: prompt?.maxMessages ?? promptDefaults.maxMessages,
    voice: prompt?.voice ?? textOnly,
    voiceKey: noKey,
    voiceRegion: prompt?.voiceRegion ?? '',
    inputPrice: prompt?.inputPrice ?? 0,
    outputPrice: prompt?.outputPrice ?? 0,
    currentPassword: ''
  }
}

export function PromptDialog({ prompt, onClose }: PromptDialogProps) {
  const { t } = useTranslation(['prompts', 'validation'])
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues: valuesOf(prompt),
    schema: promptDraft,
    required: 'mandatory',
    check: ({ queueId, currentPassword }): Record<string, string> => ({
      ...(queueId === null ? { queueId: t('validation:sector') } : {}),
      ...missed(currentPassword)
    })
  })
  const submit = async ({ currentPassword, ...values }: typeof form.values) => {
    const body = { ...values, ...confirmed(currentPassword) }
    prompts.upsert(
      await listen(prompt ? call(updatePrompt, { params: { id: prompt.id }, body }) : call(createPrompt, { body }))
    )
    notify.success(t('saved'))
  }
  const keyProps = { hint: t('keyHint'), kept: t('keyKept'), maxLength: 500 }
  const voices = [textOnly, ...neuralVoices].map((value) => ({
    value,
    label: value === textOnly ? t('textOnly') : nameOfVoice(value)
  }))
  return (
    <FormDialog
      title={t(prompt ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      onInvalid={(fields) => {
        if (fields.includes('queueId')) notify.error(t('validation:sector'))
      }}
      size="lg"
      fieldOfCode={currentPasswordCodes}
    >
      {prompt && (
        <div>
          <PromptUsage prompt={prompt} />
        </div>
      )}
      <TextInput label={t('name')} withAsterisk maxLength={100} data-autofocus {...form.getInputProps('name')} />
      <QueueSelect label={t('queue')} description={t('queueHint')} withAsterisk {...form.getInputProps('queueId')} />
      <Textarea
        label={t('prompt')}
        description={t('promptHint')}
        autosize
        minRows={5}
        maxRows={12}
        maxLength={20_000}
        {...form.getInputProps('prompt')}
      />
      <StoredKeyField
        label={t('apiKey')}
        isStored={prompt?.hasApiKey ?? false}
        isOfOtherHost={prompt !== undefined && !isSameHost(prompt.baseUrl, form.values.baseUrl)}
        {...keyProps}
        {...form.getInputProps('apiKey')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <TextInput label={t('model')} maxLength={100} spellCheck={false} {...form.getInputProps('model')} />
        <TextInput
          label={t('baseUrl')}
          description={t('baseUrlHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="url"
          placeholder="https://"
          maxLength={500}
          {...form.getInputProps('baseUrl')}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <NumberInput
          label={t('maxTokens')}
          description={t('maxTokensHint')}
          min={1}
          max={32_000}
          allowDecimal={false}
          {...form.getInputProps('maxTokens')}
        />
        <NumberInput
          label={t('temperature')}
          description={t('temperatureHint')}
          min={0}
          max={2}
          step={0.1}
          {...form.getInputProps('temperature')}
        />
        <NumberInput
          label={t('maxMessages')}
          description={t('maxMessagesHint')}
          min={1}
          max={100}
          allowDecimal={false}
          {...form.getInputProps('maxMessages')}
        />
      </SimpleGrid>
      <Select label={t('voice')} data={voices} allowDeselect={false} {...form.getInputProps('voice')} />
      {form.values.voice !== textOnly && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <StoredKeyField
            label={t('voiceKey')}
            isStored={prompt?.hasVoiceKey ?? false}
            isOfOtherHost={
              prompt !== undefined && !isSameHost(voiceHost(prompt.voiceRegion), voiceHost(form.values.voiceRegion))
            }
            {...keyProps}
            {...form.getInputProps('voiceKey')}
          />
          <TextInput
            label={t('voiceRegion')}
            description={t('voiceRegionHint')}
            maxLength={500}
            {...form.getInputProps('voiceRegion')}
          />
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {(['inputPrice', 'outputPrice'] as const).map((field) => (
          <NumberInput
            key={field}
            label={t(field)}
            description={t('priceHint')}
            min={0}
            max={100_000}
            decimalScale={4}
            {...form.getInputProps(field)}
          />
        ))}
      </SimpleGrid>
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
  )
}
