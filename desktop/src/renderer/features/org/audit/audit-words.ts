// What the log says in the reader's language: acts as sentences, who did them, and values of fields.
import { useTranslation } from 'react-i18next'
import type { AuditLogEntry } from '@guiche/shared/features/org/audit.ts'
import { settingValues, type SettingKey } from '@guiche/shared/features/org/settings.ts'
import {
  fieldsOfQueues as ofQueues,
  fieldsOfWords as named,
  type AuditAction
} from '@guiche/shared/kernel/audit-actions.ts'
import { settingValueKey } from '@guiche/shared/kernel/setting-names.ts'
import { useQueues } from '#features/org/queues/queues.store.ts'
import { usePermissionName } from '#features/org/roles/roles.store.ts'
import { formatDateTime, formatDueDate, formatNumber } from '#platform/text/format.ts'

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''
const isHidden = (value: unknown): boolean => typeof value === 'object' && value !== null && 'hidden' in value

/** What was done, as a sentence without its subject. */
export function useSentence(): (action: AuditAction) => string {
  const { t } = useTranslation('audit')
  return (action) => t(`act_${action.replace('.', '_')}` as 'act_login_failed', { defaultValue: action })
}

/** Who did it; whoever has no name is called by what they are. */
export function useActorName(): (actor: AuditLogEntry['actor']) => string {
  const { t } = useTranslation('audit')
  return ({ kind, name, id }) => {
    if (name !== null) return name
    return kind === 'user' ? t('personId', { id }) : t(`kind_${kind}`)
  }
}

/** What a field is called; its own name where it has no other. */
export function useFieldName(): (name: string) => string {
  const { t } = useTranslation('auditFields')
  return (name) => t(`field_${name}` as 'field_name', { defaultValue: name })
}

/** A value of a field as people read it. `settingKey` is that of the setting whose value it is. */
export function useValueText(settingKey: string | null): (field: string, value: unknown) => string {
  const { t } = useTranslation(['audit', 'auditFields', 'settings', 'words'])
  const queues = useQueues(({ items }) => items)
  const sentence = useSentence()
  const permissionName = usePermissionName()
  const wordOf = (value: string): string => {
    // What was typed is no word of ours, though it may be a number that one of ours is called by.
    if (settingKey !== null && settingValues[settingKey as SettingKey] === null) return value
    const word = t(`auditFields:value_${value}` as 'auditFields:value_open', { defaultValue: value })
    if (settingKey === null) return word
    const key = settingValueKey(settingKey, value)
    return t(`settings:${key}` as 'settings:value_pt', { defaultValue: word })
  }
  const textOf = (field: string, value: string): string => {
    if (field === 'action') return sentence(value as AuditAction)
    if (field === 'group') return t(`group_${value}` as 'group_access', { defaultValue: value })
    if (field === 'permissions') return permissionName(value)
    if (named.has(field)) return wordOf(value)
    if (!instant.test(value)) return value
    return field === 'dueDate' ? formatDueDate(value) : formatDateTime(value)
  }
  const numberOf = (field: string, value: number): string => {
    const queue = ofQueues.has(field) ? queues.find(({ id }) => id === value) : undefined
    if (queue) return queue.name
    return ofQueues.has(field) || field.endsWith('Id') ? t('number', { id: value }) : formatNumber(value)
  }
  const valueText = (field: string, value: unknown): string => {
    if (isEmpty(value)) return '–'
    if (isHidden(value)) return t('hidden')
    if (typeof value === 'boolean') return t(value ? 'words:yes' : 'words:no')
    if (typeof value === 'number') return numberOf(field, value)
    if (typeof value === 'string') return textOf(field, value)
    if (!Array.isArray(value)) return JSON.stringify(value)
    return value.length === 0 ? '–' : value.map((one) => valueText(field, one)).join(', ')
  }
  return valueText
}
