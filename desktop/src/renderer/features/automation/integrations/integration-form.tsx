// The form of an integration; which fields there are depends on its type.
import type { ReactNode } from 'react'
import {
  createIntegration,
  dialogflowLanguages,
  integrationDraft,
  integrationTypes,
  updateIntegration,
  type Integration
} from '@guiche/shared/features/automation/integrations.ts'
import { isSameHost } from '@guiche/shared/kernel/same-host.ts'
import { call } from '#platform/net/http.ts'
import { defineRecordForm, type FormContext, type FormExtras } from '#ui/records/record-form.ts'
import { integrationKinds } from './integration-kinds.ts'
import { integrationValues, type IntegrationValues } from './integration-values.ts'
import { integrations } from './integrations.store.ts'
import { useTestSession } from './use-test-session.tsx'

type Context = FormContext<Integration, IntegrationValues, 'integrations'>

function isOf(...types: Integration['type'][]) {
  return ({ form }: Context): boolean => types.includes(form.values.type)
}

const isMoved = ({ record, form }: Context): boolean =>
  record !== undefined && !isSameHost(record.urlN8N, form.values.urlN8N)

const url = { name: 'urlN8N', inputMode: 'url', placeholder: 'https://', maxLength: 2_000 } as const
const text = { kind: 'area', autosize: true, minRows: 2, maxRows: 6, maxLength: 4_096, when: isOf('typebot') } as const

function Test({ context, children }: { context: Context; children: (extras: FormExtras) => ReactNode }) {
  const { button, result } = useTestSession(context.form.values, context.record?.id)
  return children({ aside: button, below: result })
}

export const integrationForm = defineRecordForm({
  words: 'integrations',
  values: (integration: Integration | undefined) => integrationValues(integration),
  schema: integrationDraft,
  size: 'lg',
  asksPassword: true,
  fields: [
    {
      name: 'type',
      kind: 'select',
      allowDeselect: false,
      options: () => integrationTypes.map((value) => ({ value, label: integrationKinds[value].label }))
    },
    { name: 'name', withAsterisk: true, maxLength: 50 },
    { name: 'projectName', maxLength: 200, when: isOf('dialogflow') },
    {
      name: 'jsonContent',
      kind: 'key',
      when: isOf('dialogflow'),
      maxLength: 20_000,
      isFile: true,
      more: (context) => ({
        hint: context.t('jsonHint'),
        kept: context.t('words:keyKept'),
        isStored: context.record?.hasJsonContent ?? false,
        isOfOtherHost: isMoved(context)
      })
    },
    {
      name: 'language',
      kind: 'select',
      when: isOf('dialogflow'),
      allowDeselect: false,
      options: () => dialogflowLanguages.map((value) => ({ value, label: value }))
    },
    { ...url, label: 'regional', hint: 'regionalHint', when: isOf('dialogflow') },
    { ...url, label: 'url', hint: 'urlHint', when: isOf('n8n', 'webhook') },
    {
      name: 'secret',
      kind: 'key',
      when: isOf('n8n', 'webhook'),
      maxLength: 200,
      more: (context) => ({
        hint: context.t('secretHint'),
        kept: context.t('words:keyKept'),
        isStored: context.record?.hasSecret ?? false,
        isOfOtherHost: isMoved(context)
      })
    },
    { ...url, label: 'typebotUrl', hint: 'typebotUrlHint', when: isOf('typebot') },
    { name: 'typebotSlug', label: 'slug', maxLength: 200, spellCheck: false, when: isOf('typebot') },
    {
      kind: 'row',
      columns: 2,
      when: isOf('typebot'),
      fields: [
        {
          name: 'typebotExpires',
          kind: 'number',
          label: 'expires',
          hint: 'expiresHint',
          min: 0,
          max: 100_000,
          allowDecimal: false
        },
        {
          name: 'typebotDelayMessage',
          kind: 'number',
          label: 'delay',
          hint: 'delayHint',
          min: 0,
          max: 15_000,
          step: 100,
          allowDecimal: false
        },
        { name: 'typebotKeywordFinish', label: 'finish', maxLength: 100 },
        { name: 'typebotKeywordRestart', label: 'restart', maxLength: 100 }
      ]
    },
    { name: 'typebotRestartMessage', label: 'restartMessage', ...text },
    { name: 'typebotUnknownMessage', label: 'unknownMessage', ...text }
  ],
  extras: Test,
  save: (body, integration) =>
    integration ? call(updateIntegration, { params: { id: integration.id }, body }) : call(createIntegration, { body }),
  keep: (saved) => integrations.upsert(saved)
})
