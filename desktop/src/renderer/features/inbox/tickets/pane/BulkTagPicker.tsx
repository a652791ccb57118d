// Puts a tag on the chosen tickets, or takes it off when all of them have it.
import { useEffect } from 'react'
import { Checkbox, Popover, ScrollArea, Stack, Text } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { BulkAction } from '@guiche/shared/features/inbox/ticket-bulk.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { TagName } from '#features/inbox/tags/TagChip.tsx'
import { ensureTags, useTags } from '#features/inbox/tags/tags.store.ts'

interface BulkTagPickerProps {
  tickets: readonly Ticket[]
  onChoose: (action: BulkAction) => void
}

function Choices({ tickets, onChoose }: BulkTagPickerProps) {
  const { t } = useTranslation('bulk')
  const { items, phase } = useTags()
  useEffect(() => void ensureTags(), [])
  const usesOf = (tagId: number) => tickets.filter(({ tags }) => tags.some(({ id }) => id === tagId)).length
  if (items.length === 0 && phase === 'ready') {
    return (
      <Text size="xs" c="dimmed">
        {t('noTags')}
      </Text>
    )
  }
  return (
    <ScrollArea.Autosize mah={300}>
      <Stack gap={8}>
        {items.map((tag) => {
          const uses = usesOf(tag.id)
          const isOnAll = uses === tickets.length
          return (
            <Checkbox
              key={tag.id}
              size="xs"
              checked={isOnAll}
              indeterminate={uses > 0 && !isOnAll}
              onChange={() => onChoose({ kind: isOnAll ? 'untag' : 'tag', tagId: tag.id })}
              label={<TagName tag={tag} />}
            />
          )
        })}
      </Stack>
    </ScrollArea.Autosize>
  )
}

export function BulkTagPicker({ tickets, onChoose }: BulkTagPickerProps) {
  const { t } = useTranslation('bulk')
  return (
    <Popover position="bottom-end" width={220} trapFocus returnFocus>
      <Popover.Target>
        <IconButton label={t('tag')} icon={IconTag} size="md" />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('tag')}>
        <Choices tickets={tickets} onChoose={onChoose} />
      </Popover.Dropdown>
    </Popover>
  )
}
