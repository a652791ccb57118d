// Which entries are shown: of whom, of which kind, and of which days.
import { useEffect, useState } from 'react'
import { Button, Select, TextInput } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { AuditLogEntry } from '@guiche/shared/features/org/audit.ts'
import { auditGroupNames, auditGroups, type AuditGroup } from '@guiche/shared/kernel/audit-actions.ts'
import { ensureColleagues, useColleagues } from '#features/org/users/colleagues.store.ts'
import { useIsNarrow } from '#platform/device/narrow.ts'
import { useSentence } from './audit-words.ts'
import classes from './audit.module.css'
import { countFilters, type ShownActs } from './use-audit-filter.ts'

interface AuditFiltersProps {
  filter: ShownActs
  /** Who is gone from the company has a name in their entries. */
  entries: AuditLogEntry[]
  onShow: (part: Partial<ShownActs>) => void
  onClear: () => void
}

function usePeople({ person }: ShownActs, entries: AuditLogEntry[]) {
  const { t } = useTranslation('audit')
  const colleagues = useColleagues(({ items }) => items)
  useEffect(() => void ensureColleagues(), [])
  const choices = colleagues.map(({ id, name }) => ({ value: String(id), label: name }))
  if (person === null || colleagues.some(({ id }) => id === person)) return choices
  const name = entries.find(({ actor }) => actor.id === person)?.actor.name
  return [...choices, { value: String(person), label: name ?? t('personId', { id: person }) }]
}

function useActs() {
  const { t } = useTranslation('audit')
  const sentenceOf = useSentence()
  return auditGroupNames.map((name) => {
    const group = t(`group_${name}`)
    const acts = auditGroups[name].map((action) => ({ value: action as string, label: sentenceOf(action) }))
    return { group, items: [{ value: name, label: t('allOf', { group }) }, ...acts] }
  })
}

function Fields({ filter, entries, onShow }: Pick<AuditFiltersProps, 'filter' | 'entries' | 'onShow'>) {
  const { t } = useTranslation(['audit', 'words'])
  const people = usePeople(filter, entries)
  const acts = useActs()
  const { since, until } = filter
  return (
    <>
      <Select
        className={classes['choice'] ?? ''}
        label={t('person')}
        placeholder={t('everybody')}
        searchable
        clearable
        data={people}
        value={filter.person === null ? null : String(filter.person)}
        onChange={(id) => onShow({ person: id === null ? null : Number(id) })}
        nothingFoundMessage={t('words:noOptions')}
      />
      <Select
        className={classes['choice'] ?? ''}
        label={t('act')}
        placeholder={t('everything')}
        searchable
        clearable
        data={acts}
        value={filter.act}
        onChange={(act) => onShow({ act: act as AuditGroup | null })}
        nothingFoundMessage={t('words:noOptions')}
      />
      <TextInput
        className={classes['day'] ?? ''}
        type="date"
        label={t('since')}
        value={since}
        max={until || undefined}
        onChange={(event) => onShow({ since: event.currentTarget.value })}
      />
      <TextInput
        className={classes['day'] ?? ''}
        type="date"
        label={t('until')}
        value={until}
        min={since || undefined}
        onChange={(event) => onShow({ until: event.currentTarget.value })}
      />
    </>
  )
}

/** On a phone they are behind a button, which says how many there are: they would leave no room for the log. */
export function AuditFilters({ filter, entries, onShow, onClear }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const isNarrow = useIsNarrow()
  const [isOpen, setOpen] = useState(false)
  const count = countFilters(filter)
  return (
    <div className={classes['filters']}>
      {isNarrow && (
        <Button
          variant="default"
          leftSection={<IconFilter size={16} stroke={1.6} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {count === 0 ? t('filters') : `${t('filters')} (${count})`}
        </Button>
      )}
      {isNarrow && count > 0 && <Clear onClear={onClear} />}
      {(!isNarrow || isOpen) && <Fields filter={filter} entries={entries} onShow={onShow} />}
      {!isNarrow && count > 0 && <Clear onClear={onClear} />}
    </div>
  )
}

function Clear({ onClear }: Pick<AuditFiltersProps, 'onClear'>) {
  const { t } = useTranslation('audit')
  return (
    <Button variant="subtle" onClick={onClear}>
      {t('clearFilters')}
    </Button>
  )
}
