// The search tab: text in names, numbers and messages, by tags and, for admins, by users.
import { useEffect, useState, type ReactNode } from 'react'
import { MultiSelect, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useIsAdmin } from '#platform/session/session.ts'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { ensureColleagues, useColleagues } from '#features/org/users/colleagues.store.ts'
import { ensureTags, useTags } from '#features/inbox/tags/tags.store.ts'
import { setTicketSearch, useTicketPages } from './ticket-pages.store.ts'

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

/** Whoever presses the tab wants to type; the arrow keys go on from it to the next. */
const wasTabPressed = (): boolean =>
  document.activeElement?.role === 'tab' && !document.activeElement.matches(':focus-visible')

export function TicketSearch({ after }: { after: ReactNode }) {
  const { t } = useTranslation('tickets')
  const isAdmin = useIsAdmin()
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
      {isAdmin && <UserFilter />}
      <div>{after}</div>
    </Stack>
  )
}
