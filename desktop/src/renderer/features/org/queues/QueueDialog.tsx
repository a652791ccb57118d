// Adds or edits a queue: name, a colour of its own, its place, what it greets with, and what the app adds to it.
import { Suspense, useEffect, useState } from 'react'
import { Button, Group, NumberInput, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { IconMessageChatbot } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { createQueue, queueDraft, queuePalette, updateQueue, type Queue } from '@guiche/shared/features/org/queues.ts'
import { refreshSettings, useSetting } from '#features/org/settings/settings.store.ts'
import { ScheduleEditor, useSchedule } from '#features/org/settings/ScheduleEditor.tsx'
import { chatbotPage } from '@guiche/shared/kernel/console-pages.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { ColorSwatchPicker } from '#ui/forms/ColorSwatchPicker.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm, type DraftForm } from '#ui/forms/use-draft-form.ts'
import { VariableTextarea } from '#ui/forms/VariableTextarea.tsx'
import type { QueueExtras } from './queue-extras.ts'
import { putQueue, useQueues } from './queues.store.ts'

interface QueueDialogProps {
  /** Absent to add one. */
  queue?: Queue
  extras: QueueExtras
  onClose: () => void
}

type QueueTab = 'data' | 'hours'

const fieldOfCode = { ERR_QUEUE_NAME_ALREADY_EXISTS: 'name', ERR_QUEUE_COLOR_ALREADY_EXISTS: 'color' }

/** Variables that a greeting is offered. */
const variables = ['name', 'firstName', 'greeting', 'date', 'time', 'protocol', 'queue', 'company'] as const

const textOf = (id: number | null | undefined): string | null => (id === null || id === undefined ? null : String(id))

function valuesOf(queue: Queue | undefined, taken: Record<string, string>) {
  return {
    name: queue?.name ?? '',
    color: queue?.color ?? queuePalette.find((color) => taken[color] === undefined) ?? '',
    orderQueue: queue?.orderQueue ?? '',
    greetingMessage: queue?.greetingMessage ?? '',
    integrationId: textOf(queue?.integrationId),
    promptId: textOf(queue?.promptId),
    outOfHoursMessage: queue?.outOfHoursMessage ?? ''
  }
}

interface QueueFieldsProps {
  form: DraftForm<ReturnType<typeof valuesOf>>
  /** Colours of other queues, with whose they are. */
  taken: Record<string, string>
  hasHours: boolean
  extras: QueueExtras
}

function QueueFields({ form, taken, hasHours, extras }: QueueFieldsProps) {
  const { t } = useTranslation('queues')
  return (
    <Stack gap="md">
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
      <VariableTextarea
        label={t('greeting')}
        description={t('greetingHint')}
        minRows={3}
        maxRows={10}
        variables={variables}
        {...form.getInputProps('greetingMessage')}
        onText={(text) => form.setFieldValue('greetingMessage', text)}
      />
      {hasHours && (
        <VariableTextarea
          label={t('outOfHours')}
          description={t('outOfHoursHint')}
          minRows={2}
          maxRows={10}
          variables={variables}
          {...form.getInputProps('outOfHoursMessage')}
          onText={(text) => form.setFieldValue('outOfHoursMessage', text)}
        />
      )}
      <Suspense>
        <extras.IntegrationSelect {...form.getInputProps('integrationId')} />
        <extras.PromptSelect {...form.getInputProps('promptId')} />
      </Suspense>
    </Stack>
  )
}

export function QueueDialog({ queue, extras, onClose }: QueueDialogProps) {
  const { t } = useTranslation(['queues', 'words'])
  const hasHours = useSetting('scheduleType') === 'queue'
  useEffect(() => void refreshSettings(), [])
  const hours = useSchedule(queue?.schedules ?? [])
  const [tab, setTab] = useState<QueueTab>('data')
  const [isLeaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const others = useQueues(({ items }) => items).filter(({ id }) => id !== queue?.id)
  const taken = Object.fromEntries(
    others.map(({ color, name }) => [color.toLowerCase(), t('colorTaken', { name })])
  ) as Record<string, string>
  const form = useDraftForm({
    initialValues: valuesOf(queue, taken),
    schema: queueDraft.partial({ schedules: true }),
    check: (): Record<string, string> => (hasHours && hours.isWrong ? { week: t('hoursWrong') } : {})
  })
  const submit = async ({ outOfHoursMessage, ...data }: typeof form.values) => {
    // Where queues have no hours of their own, those that are stored stay as they are.
    const values = hasHours ? { ...data, outOfHoursMessage, schedules: hours.rows } : data
    const saved = queue
      ? await call(updateQueue, { params: { id: queue.id }, body: values })
      : await call(createQueue, { body: values })
    putQueue(saved)
    notify.success(t('saved'))
  }
  /** The hours are stored with the queue: this leads back to where that is done. */
  const keepHours = () => {
    if (hours.isWrong) return form.setFieldError('week', t('hoursWrong'))
    notify.info(t('hoursKept'))
    setTab('data')
  }
  const toChatbot = () => {
    if (form.isDirty() || hours.isTouched) setLeaving(true)
    else if (queue) void navigate(chatbotPage(queue.id))
  }
  return (
    <>
      <FormDialog
        title={t(queue ? 'edit' : 'add')}
        form={form}
        onSubmit={submit}
        onClose={onClose}
        fieldOfCode={fieldOfCode}
        onInvalid={(fields) => setTab(fields.every((field) => field === 'week') ? 'hours' : 'data')}
        hasUnsaved={hours.isTouched}
        size="lg"
        aside={
          queue && (
            <Button variant="subtle" leftSection={<IconMessageChatbot size={16} />} onClick={toChatbot}>
              {t('chatbot')}
            </Button>
          )
        }
      >
        <Tabs value={tab} onChange={(value) => setTab(value as QueueTab)}>
          <Tabs.List mb="md">
            <Tabs.Tab value="data">{t('tabData')}</Tabs.Tab>
            {hasHours && <Tabs.Tab value="hours">{t('tabHours')}</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="data">
            <QueueFields form={form} taken={taken} hasHours={hasHours} extras={extras} />
          </Tabs.Panel>
          {hasHours && (
            <Tabs.Panel value="hours">
              <Stack gap="sm">
                <Text size="sm" c="dimmed">
                  {t('hoursHint')}
                </Text>
                <ScheduleEditor schedule={hours} isChecked={form.errors['week'] !== undefined} />
                <Group justify="flex-end">
                  <Button variant="default" onClick={keepHours}>
                    {t('keepHours')}
                  </Button>
                </Group>
              </Stack>
            </Tabs.Panel>
          )}
        </Tabs>
      </FormDialog>
      {queue && isLeaving && (
        <ConfirmDialog
          title={t('words:unsavedTitle')}
          text={t('words:unsavedText')}
          confirmLabel={t('words:discard')}
          cancelLabel={t('words:keepEditing')}
          onConfirm={() => void navigate(chatbotPage(queue.id))}
          onClose={() => setLeaving(false)}
        />
      )}
    </>
  )
}
