// The tags screen: what tickets are marked with.
import type { ReactNode } from 'react'
import { Group, Stack, Text } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { createTag, tagDraft, updateTag, type TagRow } from '@guiche/shared/features/inbox/tags.ts'
import { queuePalette } from '@guiche/shared/features/org/queues.ts'
import { call } from '#platform/net/http.ts'
import { formatNumber } from '#platform/text/format.ts'
import { defineRecordForm } from '#ui/records/record-form.ts'
import { useTexts } from '#ui/records/record-texts.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { TagChip } from './TagChip.tsx'
import { putTagRow, removeTag, tagRows } from './tag-rows.store.ts'
import classes from './tags.module.css'

/** The colour of the palette that the fewest of the known tags have. */
function rarestColor(): string {
  const { items } = tagRows.use.getState()
  const uses = (color: string) => items.filter((tag) => tag.color.toLowerCase() === color).length
  return queuePalette.slice(0, 20).toSorted((a, b) => uses(a) - uses(b))[0] ?? ''
}

const form = defineRecordForm({
  words: 'tags',
  values: (tag: TagRow | undefined) => ({ name: tag?.name ?? '', color: tag?.color ?? rarestColor() }),
  schema: tagDraft,
  fieldOfCode: { ERR_TAG_NAME_ALREADY_EXISTS: 'name' },
  fields: [
    { name: 'name', withAsterisk: true, maxLength: 60 },
    { name: 'color', kind: 'color' },
    {
      kind: 'own',
      render: ({ form: { values }, t }) => (
        <Group gap="xs" mih={24}>
          <Text size="sm" c="dimmed">
            {t('preview')}
          </Text>
          <TagChip tag={{ id: 0, name: values.name.trim() || t('name'), color: values.color }} />
        </Group>
      )
    }
  ],
  save: (body, tag) => (tag ? call(updateTag, { params: { id: tag.id }, body }) : call(createTag, { body })),
  keep: putTagRow
})

function NarrowTag({ tag, buttons }: { tag: TagRow; buttons: ReactNode }) {
  const t = useTexts('tags')
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Stack gap={4} miw={0} align="flex-start">
        <div className={classes['narrow']}>
          <TagChip tag={tag} />
        </div>
        <Text size="xs" c="dimmed">
          {t('tickets')}: {formatNumber(tag.ticketsCount)}
        </Text>
      </Stack>
      {buttons}
    </Group>
  )
}

export const TagsPage = defineRecordScreen({
  words: 'tags',
  icon: IconTag,
  list: tagRows,
  isCounted: true,
  columns: [
    {
      title: 'name',
      render: (tag) => (
        <div className={classes['cell']}>
          <TagChip tag={tag} />
        </div>
      )
    },
    {
      title: 'tickets',
      align: 'right',
      width: '140px',
      render: ({ ticketsCount }) => <span className="g-numbers">{formatNumber(ticketsCount)}</span>
    }
  ],
  narrow: (tag, buttons) => <NarrowTag tag={tag} buttons={buttons} />,
  form,
  deleteText: ({ ticketsCount }, t) => t('deleteText', { count: ticketsCount }),
  remove: ({ id }) => removeTag(id)
})
