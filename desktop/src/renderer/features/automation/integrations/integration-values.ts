// The values of an integration's form.
import type { Integration } from '@guiche/shared/features/automation/integrations.ts'

export interface IntegrationValues extends Record<string, unknown> {
  type: Integration['type']
  name: string
  projectName: string
  /** Null: the stored one is to be forgotten; so with the secret. */
  jsonContent: string | null
  language: Integration['language']
  urlN8N: string
  secret: string | null
  typebotSlug: string
  typebotExpires: number | string
  typebotDelayMessage: number | string
  typebotKeywordFinish: string
  typebotKeywordRestart: string
  typebotRestartMessage: string
  typebotUnknownMessage: string
}

const begun: IntegrationValues = {
  type: 'typebot',
  name: '',
  projectName: '',
  jsonContent: '',
  language: 'pt-BR',
  urlN8N: '',
  secret: '',
  typebotSlug: '',
  typebotExpires: 1,
  typebotDelayMessage: 1_000,
  typebotKeywordFinish: '',
  typebotKeywordRestart: '',
  typebotRestartMessage: '',
  typebotUnknownMessage: ''
}

/** What a form shows; key files and secrets are never told, so their fields are empty. */
export function integrationValues(integration: Integration | undefined): IntegrationValues {
  return Object.fromEntries(
    Object.entries(begun).map(([key, value]) => [key, integration?.[key as keyof Integration] ?? value])
  ) as IntegrationValues
}
