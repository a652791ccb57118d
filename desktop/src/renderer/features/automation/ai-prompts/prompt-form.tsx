// The form of an AI prompt: what it knows, the model that answers, its limits, its voice and who takes over.
import { isSameHost } from '@guiche/shared/kernel/same-host.ts'
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
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { validationText } from '#platform/text/validation.ts'
import { QueueSelect } from '#features/org/queues/QueuePicker.tsx'
import { defineRecordForm } from '#ui/records/record-form.ts'
import { PromptUsage } from './PromptUsage.tsx'
import { prompts } from './prompts.store.ts'

/** `pt-BR-FranciscaNeural` is called Francisca. */
const nameOfVoice = (voice: string): string => voice.replace(/^.*-/, '').replace(/Neural$/, '')

/** Null: the stored one is to be forgotten. */
const noKey: string | null = ''
const price = { kind: 'number', hint: 'priceHint', min: 0, max: 100_000, decimalScale: 4 } as const

export const promptForm = defineRecordForm({
  words: 'prompts',
  values: (prompt: Prompt | undefined) => ({
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
    outputPrice: prompt?.outputPrice ?? 0
  }),
  schema: promptDraft,
  check: ({ queueId }): Record<string, string> =>
    queueId === null ? { queueId: validationText('Informe o setor') } : {},
  onInvalid: (fields) => {
    if (fields.includes('queueId')) notify.error(validationText('Informe o setor'))
  },
  size: 'lg',
  asksPassword: true,
  fields: [
    {
      kind: 'own',
      when: ({ record }) => record !== undefined,
      render: ({ record }) => <div>{record && <PromptUsage prompt={record} />}</div>
    },
    { name: 'name', withAsterisk: true, maxLength: 100 },
    {
      kind: 'own',
      render: ({ form, t }) => (
        <QueueSelect label={t('queue')} description={t('queueHint')} withAsterisk {...form.getInputProps('queueId')} />
      )
    },
    { name: 'prompt', kind: 'area', hint: 'promptHint', autosize: true, minRows: 5, maxRows: 12, maxLength: 20_000 },
    {
      name: 'apiKey',
      kind: 'key',
      maxLength: 500,
      more: ({ record, form: { values }, t }) => ({
        hint: t('keyHint'),
        kept: t('words:keyKept'),
        isStored: record?.hasApiKey ?? false,
        isOfOtherHost: record !== undefined && !isSameHost(record.baseUrl, values.baseUrl)
      })
    },
    {
      kind: 'row',
      columns: 2,
      fields: [
        { name: 'model', maxLength: 100, spellCheck: false },
        {
          name: 'baseUrl',
          hint: 'baseUrlHint',
          inputWrapperOrder: ['label', 'input', 'description', 'error'],
          inputMode: 'url',
          placeholder: 'https://',
          maxLength: 500
        }
      ]
    },
    {
      kind: 'row',
      columns: 3,
      fields: [
        { name: 'maxTokens', kind: 'number', hint: 'maxTokensHint', min: 1, max: 32_000, allowDecimal: false },
        { name: 'temperature', kind: 'number', hint: 'temperatureHint', min: 0, max: 2, step: 0.1 },
        { name: 'maxMessages', kind: 'number', hint: 'maxMessagesHint', min: 1, max: 100, allowDecimal: false }
      ]
    },
    {
      name: 'voice',
      kind: 'select',
      allowDeselect: false,
      options: (t) =>
        [textOnly, ...neuralVoices].map((value) => ({
          value,
          label: value === textOnly ? t('textOnly') : nameOfVoice(value)
        }))
    },
    {
      kind: 'row',
      columns: 2,
      when: ({ form }) => form.values.voice !== textOnly,
      fields: [
        {
          name: 'voiceKey',
          kind: 'key',
          maxLength: 500,
          more: ({ record, form: { values }, t }) => ({
            hint: t('keyHint'),
            kept: t('words:keyKept'),
            isStored: record?.hasVoiceKey ?? false,
            isOfOtherHost:
              record !== undefined && !isSameHost(voiceHost(record.voiceRegion), voiceHost(values.voiceRegion))
          })
        },
        { name: 'voiceRegion', hint: 'voiceRegionHint', maxLength: 500 }
      ]
    },
    {
      kind: 'row',
      columns: 2,
      fields: [
        { name: 'inputPrice', ...price },
        { name: 'outputPrice', ...price }
      ]
    }
  ],
  save: (body, prompt) =>
    prompt ? call(updatePrompt, { params: { id: prompt.id }, body }) : call(createPrompt, { body }),
  keep: (saved) => prompts.upsert(saved)
})
