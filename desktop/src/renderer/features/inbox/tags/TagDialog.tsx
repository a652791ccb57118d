// Adds or edits a tag: its name and its colour.
import { Group, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { createTag, tagDraft, updateTag, type TagRow } from '@guiche/shared/features/inbox/tags.ts'
import { queuePalette } from '@guiche/shared/features/org/queues.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { ColorSwatchPicker } from '#ui/forms/ColorSwatchPicker.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { TagChip } from './TagChip.tsx'
import { putTagRow, tagRows } from './tag-rows.store.ts'

/** The colour of the palette that the fewest of the known tags have. */
function rarestColor(): string {
  const { items } = tagRows.use.getState()
  const uses = (color: string) => items.filter((tag) => tag.color.toLowerCase() === color).length
  return queuePalette.slice(0, 20).toSorted((a, b) => uses(a) - uses(b))[0] ?? ''
}

const fieldOfCode = { ERR_TAG_NAME_ALREADY_EXISTS: 'name' }

interface TagDialogProps {
  /** Absent to add one. */
  tag?: TagRow
  onClose: () => void
}

export function TagDialog({ tag, onClose }: TagDialogProps) {
  const { t } = useTranslation('tags')
  const form = useDraftForm({
    initialValues: { name: tag?.name ?? '', color: tag?.color ?? rarestColor() },
    schema: tagDraft,
    required: 'mandatory'
  })
  const submit = async (body: typeof form.values) => {
    putTagRow(tag ? await call(updateTag, { params: { id: tag.id }, body }) : await call(createTag, { body }))
    notify.success(t('saved'))
  }
  const { name, color } = form.values
  return (
    <FormDialog
      title={t(tag ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      fieldOfCode={fieldOfCode}
    >
      <TextInput label={t('name')} withAsterisk maxLength={60} data-autofocus {...form.getInputProps('name')} />
      <ColorSwatchPicker
        label={t('color')}
        value={color}
        error={form.errors['color']}
        onChange={(chosen) => form.setFieldValue('color', chosen)}
      />
      <Group gap="xs" mih={24}>
        <Text size="sm" c="dimmed">
          {t('preview')}
        </Text>
        <TagChip tag={{ id: 0, name: name.trim() || t('name'), color }} />
      </Group>
    </FormDialog>
  )
}
