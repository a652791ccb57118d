// The search tab: text in names, numbers and messages, by tags, for admins by users, and what happened in a period.
import { useEffect, useState, type ReactNode } from 'react'
import { MultiSelect, Pill, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMay } from '#platform/session/session.ts'
import { formatDate, formatNumber } from '#platform/text/format.ts'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { ensureColleagues, useColleagues } from '#features/org/users/colleagues.store.ts'
import { ensureTags, useTags } from '#features/inbox/tags/tags.store.ts'
import { setTicketSearch, useTicketPages } from './ticket-pages.store.ts'

/** The server counts no further. */
const mostCounted = 1000

const numbers = (values: string[]): number[] => values.map(Number)

function TagFilter() {
  const { t } = useTranslation(['tickets', 'words'])
  const tags = useTags(({ items }) => items)
  const chosen = useTicketPages(({ view }) => view.search.tags)
  useEffect(() => void ensureTags(), [])
  return (
    <MultiSelect
      size="xs"
      searchable
      clearable
      hidePickedOptions
      aria-label={t('filterTags')}
      placeholder={chosen.length === 0 ? t('filterTags') : ''}
      nothingFoundMessage={t('words:noOptions')}
      data={tags.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen.map(String)}
      onChange={(values) => setTicketSearch({ tags: numbers(values) })}
    />
  )
}

function UserFilter() {
  const { t } = useTranslation(['tickets', 'words'])
  const users = useColleagues(({ items }) => items)
  const chosen = useTicketPages(({ view }) => view.search.users)
  useEffect(() => void ensureColleagues(), [])
  return (
    <MultiSelect
      size="xs"
      searchable
      clearable
      hidePickedOptions
      aria-label={t('filterUsers')}
      placeholder={chosen.length === 0 ? t('filterUsers') : ''}
      nothingFoundMessage={t('words:noOptions')}
      data={users.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={chosen.map(String)}
      onChange={(values) => setTicketSearch({ users: numbers(values) })}
    />
  )
}

/** A list has a ticket once, and none that was deleted; a figure counts what happened. */
function Times({ times }: { times: number | null }) {
  const { t } = useTranslation('tickets')
  const { phase, found, below } = useTicketPages(({ pages }) => pages.search)
  if (times === null || phase !== 'ready' || (found?.size ?? 0) + below >= Math.min(times, mostCounted)) return null
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {t('momentTimes', { formatted: formatNumber(times) })}
    </Text>
  )
}

/** Comes from a figure of the dashboard, and can be taken away. */
function PeriodChip() {
  const { t } = useTranslation(['tickets', 'words'])
  const period = useTicketPages(({ view }) => view.search.period)
  if (period === null) return null
  const { moment, from, to, times } = period
  const days = from === to ? formatDate(from) : `${formatDate(from)} – ${formatDate(to)}`
  const name = `${t(`moment_${moment}`)}: ${days}`
  return (
    <div>
      <Pill
        size="sm"
        maw="100%"
        withRemoveButton
        onRemove={() => setTicketSearch({ period: null })}
        removeButtonProps={{ 'aria-label': t('words:removeName', { name }), 'aria-hidden': false, tabIndex: 0 }}
      >
        {name}
      </Pill>
      <Times times={times} />
    </div>
  )
}

/** Whoever presses the tab wants to type; the arrow keys go on from it to the next. */
const wasTabPressed = (): boolean =>
  document.activeElement?.role === 'tab' && !document.activeElement.matches(':focus-visible')

export function TicketSearch({ after }: { after: ReactNode }) {
  const { t } = useTranslation('tickets')
  const seesAll = useMay('tickets:seeAll')
  const text = useTicketPages(({ view }) => view.search.text)
  const [autoFocus] = useState(wasTabPressed)
  return (
    <Stack gap={6}>
      <SearchField
        value={text}
        onChange={(value) => setTicketSearch({ text: value })}
        label={t('searchLabel')}
        hasHotkey={false}
        autoFocus={autoFocus}
      />
      <TagFilter />
      {seesAll && <UserFilter />}
      <PeriodChip />
      <div>{after}</div>
    </Stack>
  )
}
