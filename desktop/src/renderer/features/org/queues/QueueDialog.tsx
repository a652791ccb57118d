// Adds or edits a queue: name, a colour of its own, its place and what it greets with.
import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { createQueue, queueDraft, queuePalette, updateQueue, type Queue } from '@guiche/shared/features/org/queues.ts'
import { call } from '#platform/http.ts'
import { notify } from '#platform/notify.ts'
import { ColorSwatchPicker } from '#ui/ColorSwatchPicker.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { useDraftForm } from '#ui/use-draft-form.ts'
import { putQueue, useQueues } from './queues.store.ts'

interface QueueDialogProps {
  /** Absent to add one. */
  queue?: Queue
  onClose: () => void
}

const fieldOfCode = { ERR_QUEUE_NAME_ALREADY_EXISTS: 'name', ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color' }

export const QueueDialog = ({ queue, onClose }: QueueDialogProps) => {
  const { t } = useTranslation('queues')
  const others = useQueues(({ items }) => items).filter(({ id }) => id !== queue?.id)
  const taken = Object.fromEntries(
    others.map(({ color, name }) => [color.toLowerCase(), t('colorTaken', { name })])
  ) as Record<string, string>
  const form = useDraftForm({
    initialValues: {
      name: queue?.name ?? '',
      color: queue?.color ?? queuePalette.find((color) => taken[color] === undefined) ?? '',
      orderQueue: queue?.orderQueue ?? '',
      greetingMessage: queue?.greetingMessage ?? ''
    },
    schema: queueDraft.partial({ integrationId: true, promptId: true, outOfHoursMessage: true, schedules: true })
  })
  const submit = async (values: typeof form.values) => {
    const saved = queue
      ? await call(updateQueue, { params: { id: queue.id }, body: values })
      : await call(createQueue, { body: { ...values, integrationId: null, promptId: null } })
    putQueue(saved)
    notify.success(t('saved'))
  }
  return (
    <FormDialog
      title={t(queue ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      fieldOfCode={fieldOfCode}
    >
      <TextInput label={t('name')} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <ColorSwatchPicker
        label={t('color')}
        taken={taken}
        value={form.values.color}
        error={form.errors['color']}
        onChange={(color) => form.setFieldValue('color', color)}
      />
      <NumberInput
        label={t('order')}
        description={t('orderHint')}
        min={0}
        max={9999}
        allowDecimal={false}
        {...form.getInputProps('orderQueue')}
      />
      <Textarea
        label={t('greeting')}
        description={t('greetingHint')}
        minRows={3}
        maxRows={10}
        maxLength={4096}
        {...form.getInputProps('greetingMessage')}
      />
    </FormDialog>
  )
}
