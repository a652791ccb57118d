// What the form of campaigns' settings holds, and what it sends.
import type { CampaignSettings } from '@guiche/shared/features/outreach/campaigns.ts'

export interface SettingValues extends Record<string, unknown> {
  messageInterval: string
  longerIntervalAfter: string
  greaterInterval: string
  firstContactsPerDay: number | string
  isWarmingUp: boolean
  hasHours: boolean
  sendFrom: string
  sendUntil: string
  variables: CampaignSettings['variables']
}

export function valuesOf(settings: CampaignSettings): SettingValues {
  const hasHours = settings.sendFrom !== settings.sendUntil
  return {
    messageInterval: String(settings.messageInterval),
    longerIntervalAfter: String(settings.longerIntervalAfter),
    greaterInterval: String(settings.greaterInterval),
    firstContactsPerDay: settings.firstContactsPerDay,
    isWarmingUp: settings.isWarmingUp,
    hasHours,
    sendFrom: String(hasHours ? settings.sendFrom : 8),
    sendUntil: String(hasHours ? settings.sendUntil : 18),
    variables: settings.variables
  }
}

export function draftOf({ hasHours, ...values }: SettingValues): CampaignSettings {
  return {
    messageInterval: Number(values.messageInterval),
    longerIntervalAfter: Number(values.longerIntervalAfter),
    greaterInterval: Number(values.greaterInterval),
    variables: values.variables,
    firstContactsPerDay: Number(values.firstContactsPerDay),
    isWarmingUp: values.isWarmingUp,
    sendFrom: hasHours ? Number(values.sendFrom) : 0,
    sendUntil: hasHours ? Number(values.sendUntil) : 0
  }
}
