// What the lists leave out: queues, tags, people and what has been read, chosen in one place and shown as chips that stay.
import { useEffect, type ReactNode } from 'react'
import { Button, Checkbox, MultiSelect, Pill, Popover, ScrollArea, Stack, Switch, Text } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useMay, useUser } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { ensureQueues, useQueues } from '#features/org/queues/queues.store.ts'
import { ensureColleagues, useColleagues } from '#features/org/users/colleagues.store.ts'
import { ensureTags, useTags } from '#features/inbox/tags/tags.store.ts'
import classes from '../ticket-panel.module.css'
import { noFilters, type TicketFilters } from './ticket-lists.ts'
import { setTicketView, useTicketPages } from './ticket-pages.store.ts'

interface Named {
  id: number
  name: string
}

/** What can be chosen; tags and people are loaded once somebody chooses or has chosen among them. */
function useChoices() {
  const user = useUser()
  const seesAll = useMay('tickets:seeAll')
  const all = useQueues(({ items }) => items)
  const hasQueues = useQueues(({ phase }) => phase === 'ready')
  const tags = useTags(({ items }) => items)
  const hasTags = useTags(({ phase }) => phase === 'ready')
  const users = useColleagues(({ items }) => items)
  const hasUsers = useColleagues(({ phase }) => phase === 'ready')
  const own = new Set(user.queues.map(({ id }) => id))
  return {
    queues: seesAll ? all : all.filter(({ id }) => own.has(id)),
    tags,
    users,
    /** What was deleted since it was chosen would leave everything out, unseen. */
    isKnown: { queueIds: hasQueues, tags: hasTags, users: hasUsers }
  }
}

type Choices = ReturnType<typeof useChoices>

function useWithoutDeleted({ queues, tags, users, isKnown }: Choices, filters: TicketFilters): void {
  const left = (ids: number[], known: Named[], isLoaded: boolean): number[] =>
    isLoaded ? ids.filter((id) => known.some((one) => one.id === id)) : ids
  const present = {
    queueIds: left(filters.queueIds, queues, isKnown.queueIds),
    tags: left(filters.tags, tags, isKnown.tags),
    users: left(filters.users, users, isKnown.users)
  }
  const isSame = (['queueIds', 'tags', 'users'] as const).every((name) => present[name].length === filters[name].length)
  useEffect(() => {
    if (!isSame) setTicketView(present)
  })
}

interface PickerProps {
  label: string
  options: Named[]
  value: number[]
  onChange: (ids: number[]) => void
}

function Picker({ label, options, value, onChange }: PickerProps) {
  const { t } = useTranslation('words')
  return (
    <MultiSelect
      size="xs"
      searchable
      clearable
      hidePickedOptions
      label={label}
      nothingFoundMessage={t('noOptions')}
      data={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      comboboxProps={{ withinPortal: false }}
    />
  )
}

function Content({ choices, filters }: { choices: Choices; filters: TicketFilters }) {
  const { t } = useTranslation('tickets')
  const seesAll = useMay('tickets:seeAll')
  const { queueIds, tags, users, onlyUnread } = filters
  const toggle = (id: number) =>
    setTicketView({ queueIds: queueIds.includes(id) ? queueIds.filter((one) => one !== id) : [...queueIds, id] })
  useEffect(() => {
    void ensureTags()
    if (seesAll) void ensureColleagues()
  }, [seesAll])
  return (
    <Stack gap="sm">
      <Switch
        size="xs"
        label={t('onlyUnread')}
        checked={onlyUnread}
        onChange={(event) => setTicketView({ onlyUnread: event.currentTarget.checked })}
      />
      <div role="group" aria-label={t('queues')}>
        <Text size="xs" fw={500} mb={6}>
          {t('queues')}
        </Text>
        {choices.queues.length === 0 ? (
          <Text size="xs" c="dimmed">
            {t('noQueues')}
          </Text>
        ) : (
          <ScrollArea.Autosize mah={180}>
            <Stack gap={8}>
              {choices.queues.map((queue) => (
                <Checkbox
                  key={queue.id}
                  size="xs"
                  label={<QueueTag queue={queue} />}
                  checked={queueIds.includes(queue.id)}
                  onChange={() => toggle(queue.id)}
                />
              ))}
            </Stack>
          </ScrollArea.Autosize>
        )}
      </div>
      <Picker label={t('tags')} options={choices.tags} value={tags} onChange={(ids) => setTicketView({ tags: ids })} />
      {seesAll && (
        <Picker
          label={t('people')}
          options={choices.users}
          value={users}
          // Others than the own are seen only with everybody's.
          onChange={(ids) => setTicketView({ users: ids, ...(ids.length > 0 && { showAll: true }) })}
        />
      )}
    </Stack>
  )
}

function Chips({ choices, filters }: { choices: Choices; filters: TicketFilters }) {
  const { t } = useTranslation(['tickets', 'words'])
  useEffect(() => {
    if (filters.tags.length > 0) void ensureTags()
    if (filters.users.length > 0) void ensureColleagues()
  }, [filters])
  const chip = (key: string, name: ReactNode, text: string, onRemove: () => void) => (
    <Pill
      key={key}
      size="sm"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': t('words:removeName', { name: text }), 'aria-hidden': false, tabIndex: 0 }}
      maw="100%"
    >
      {name}
    </Pill>
  )
  const chipsOf = (list: 'queueIds' | 'tags' | 'users', known: Named[]) =>
    known
      .filter(({ id }) => filters[list].includes(id))
      .map(({ id, name }) =>
        chip(`${list} ${id}`, name, name, () => setTicketView({ [list]: filters[list].filter((one) => one !== id) }))
      )
  return (
    <div className={classes['chips']} role="group" aria-label={t('filters')}>
      {filters.onlyUnread &&
        chip('unread', t('onlyUnread'), t('onlyUnread'), () => setTicketView({ onlyUnread: false }))}
      {chipsOf('queueIds', choices.queues)}
      {chipsOf('tags', choices.tags)}
      {chipsOf('users', choices.users)}
      <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setTicketView(noFilters)}>
        {t('clearFilters')}
      </Button>
    </div>
  )
}

/** The button, `after` it in its line, and what is chosen below. */
export function ListFilters({ before, after }: { before: ReactNode; after: ReactNode }) {
  const { t } = useTranslation('tickets')
  const filters = useTicketPages(({ view }) => view)
  const choices = useChoices()
  useEffect(() => void ensureQueues(), [])
  useWithoutDeleted(choices, filters)
  const { queueIds, tags, users, onlyUnread } = filters
  const count = queueIds.length + tags.length + users.length + (onlyUnread ? 1 : 0)
  return (
    <>
      <div className={classes['choices']}>
        {before}
        <Popover position="bottom-start" width={260} trapFocus returnFocus>
          <Popover.Target>
            <Button
              size="compact-xs"
              variant={count > 0 ? 'light' : 'subtle'}
              color={count > 0 ? 'petrol' : 'gray'}
              leftSection={<IconFilter size={14} />}
              className={classes['filter']}
              aria-label={t('filtersCount', { count })}
            >
              {t('filters')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('filters')}>
            <Content choices={choices} filters={filters} />
          </Popover.Dropdown>
        </Popover>
        {after}
      </div>
      {count > 0 && <Chips choices={choices} filters={filters} />}
    </>
  )
}
