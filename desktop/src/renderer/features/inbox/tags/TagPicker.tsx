// Chooses the tags of a ticket in a list that also makes new ones.
import { useEffect, useState, type FormEvent } from 'react'
import { Button, Checkbox, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTag } from '@tabler/icons-react'
import { tagDraft } from '@guiche/shared/features/inbox/tags.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { notify } from '#platform/device/notify.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { checkWith } from '#platform/text/validation.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { Frozen } from '#ui/layout/Frozen.tsx'
import { isElsewhere } from '#features/inbox/tickets/list/use-list-keys.ts'
import { useShortcutKeys } from '#ui/keys/use-shortcut-keys.ts'
import { TagName } from './TagChip.tsx'
import { addTag, ensureTags, setTicketTags, useTags } from './tags.store.ts'
import { plain } from '#platform/text/plain.ts'

function TagChoices({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets')
  const { items, phase } = useTags()
  const [search, setSearch] = useState('')
  const [error, setError] = useState<string | null>(null)
  useEffect(() => void ensureTags(), [])
  const chosen = new Set(ticket.tags.map(({ id }) => id))
  const found = items.filter(({ name }) => plain(name).includes(plain(search)))
  const isNew = search.trim() !== '' && !items.some(({ name }) => plain(name) === plain(search))
  const set = (tags: Ticket['tags']) => void setTicketTags(ticket, tags).catch(notify.error)
  const toggle = ({ id, name, color }: Ticket['tags'][number]) =>
    set(chosen.has(id) ? ticket.tags.filter((tag) => tag.id !== id) : [...ticket.tags, { id, name, color }])
  const create = async () => {
    const wrong = checkWith(tagDraft)({ name: search })['name']
    if (wrong !== undefined) return setError(wrong)
    try {
      const { id, name, color } = await addTag(search.trim())
      set([...ticket.tags, { id, name, color }])
      setSearch('')
    } catch (refused) {
      notify.error(refused)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first] = found
    if (isNew) void create()
    else if (first) toggle(first)
  }
  return (
    <Stack gap="xs">
      <form onSubmit={submit}>
        <TextInput
          size="xs"
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            setError(null)
          }}
          aria-label={t('tagSearch')}
          placeholder={t('tagSearch')}
          error={error}
          maxLength={60}
          data-autofocus
        />
      </form>
      <ScrollArea.Autosize mah={220}>
        <Stack gap={8}>
          {found.map((tag) => (
            <Checkbox
              key={tag.id}
              size="xs"
              checked={chosen.has(tag.id)}
              onChange={() => toggle(tag)}
              label={<TagName tag={tag} />}
            />
          ))}
          {items.length === 0 && !isNew && phase === 'ready' && (
            <Text size="xs" c="dimmed">
              {t('noTags')}
            </Text>
          )}
        </Stack>
      </ScrollArea.Autosize>
      {isNew && (
        <Button size="compact-xs" variant="light" leftSection={<IconPlus size={13} />} onClick={() => void create()}>
          {t('createTag', { name: search.trim() })}
        </Button>
      )}
    </Stack>
  )
}

/** A button that opens the list: an icon, which L presses as well, or words where there is room for them. */
export function TagPicker({ ticket, hasWords = false }: { ticket: Ticket; hasWords?: boolean }) {
  const { t } = useTranslation('tickets')
  const [isOpen, setOpen] = useStateOf(ticket.id, false)
  const toggle = () => setOpen((before) => !before)
  useShortcutKeys([['l', () => !hasWords && !isElsewhere() && setOpen(true)]])
  return (
    <Frozen isFrozen={!isOpen} look={t('editTags')}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={240} trapFocus returnFocus>
        <Popover.Target>
          {hasWords ? (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconTag size={14} stroke={1.6} />}
              onClick={toggle}
            >
              {t('editTags')}
            </Button>
          ) : (
            <IconButton label={t('editTags')} icon={IconTag} onClick={toggle} />
          )}
        </Popover.Target>
        <Popover.Dropdown aria-label={t('editTags')}>
          <TagChoices ticket={ticket} />
        </Popover.Dropdown>
      </Popover>
    </Frozen>
  )
}
