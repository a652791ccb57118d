// What was before and after an act, in the words of the console: one `field: value` a line of a cell.
import { dueDay } from '@guiche/shared/features/org/due-dates.ts'
import { settingValues, type SettingKey } from '@guiche/shared/features/org/settings.ts'
import { fieldsOfQueues, fieldsOfWords } from '@guiche/shared/kernel/audit-actions.ts'
import { settingValueKey } from '@guiche/shared/kernel/setting-names.ts'

export interface SayingFields {
  /** As the console says them, by the keys of its texts. */
  said: Readonly<Record<string, string>>
  locale: string
  /** Of the company: a sheet has no clock of its reader. */
  timeZone: string
  /** Queues that are there, by their ids. */
  queues: ReadonlyMap<number, string>
  /** The setting whose value it is, if it is one. */
  setting: string | null
}

const instant = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/

function writtenMoment(value: string, locale: string, options: Intl.DateTimeFormatOptions): string {
  const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
  return new Intl.DateTimeFormat(locale, { ...day, ...options }).format(new Date(value))
}

function sayWord({ said, setting }: SayingFields, value: string): string {
  // What was typed is no word of ours, though it may be a number that one of ours is called by.
  if (setting !== null && settingValues[setting as SettingKey] === null) return value
  const word = said[`value_${value}`] ?? value
  return setting === null ? word : (said[`setting_${settingValueKey(setting, value)}`] ?? word)
}

function sayText(saying: SayingFields, field: string, value: string): string {
  const { said, locale, timeZone } = saying
  if (field === 'action') return said[`act_${value.replace('.', '_')}`] ?? value
  if (field === 'group') return said[`group_${value}`] ?? value
  if (field === 'permissions') return said[`permission_${value.replace(':', '_')}`] ?? value
  if (fieldsOfWords.has(field)) return sayWord(saying, value)
  if (!instant.test(value)) return value
  if (field === 'dueDate') return writtenMoment(`${dueDay(value)}T12:00:00Z`, locale, { timeZone: 'UTC' })
  return writtenMoment(value, locale, { timeZone, hour: '2-digit', minute: '2-digit' })
}

function sayNumber({ said, locale, queues }: SayingFields, field: string, value: number): string {
  const isQueue = fieldsOfQueues.has(field)
  const queue = isQueue ? queues.get(value) : undefined
  if (queue !== undefined) return queue
  if (!isQueue && !field.endsWith('Id')) return new Intl.NumberFormat(locale).format(value)
  return (said['number'] ?? '').replace('{{id}}', String(value))
}

function sayValue(saying: SayingFields, field: string, value: unknown): string {
  const { said } = saying
  switch (typeof value) {
    case 'boolean':
      return said[value ? 'yes' : 'no'] ?? ''
    case 'number':
      return sayNumber(saying, field, value)
    case 'string':
      return value === '' ? '–' : sayText(saying, field, value)
    case 'object':
      if (value === null || (Array.isArray(value) && value.length === 0)) return '–'
      if (Array.isArray(value)) return value.map((one) => sayValue(saying, field, one)).join(', ')
      return 'hidden' in value ? (said['hidden'] ?? '') : JSON.stringify(value)
    default:
      return '–'
  }
}

/** A field takes one line, whatever was typed into it: nobody writes a line that looks like another field. */
const onOneLine = (text: string): string => text.replaceAll(/\s*[\r\n\u2028\u2029]+\s*/g, ' ')

/** The lines of a cell; empty where there is nothing to say. */
export function sayFields(saying: SayingFields, fields: Record<string, unknown> | null): string {
  const lines = Object.entries(fields ?? {}).map(
    ([name, value]) => `${saying.said[`field_${name}`] ?? name}: ${sayValue(saying, name, value)}`
  )
  return lines.map(onOneLine).join('\n')
}
