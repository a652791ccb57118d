// A form above its table: clear, delete while a row is being edited, save; nothing typed is lost when the server refuses.
import { useState, type FormEvent, type ReactNode } from 'react'
import { Button, Group, Paper, SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/device/notify.ts'
import { showRefusal, type DraftForm } from './use-draft-form.ts'

/** Milliseconds a submit stays busy at least, so that a double click never sends twice. */
const shortestBusy = 500

interface RecordFormProps<V> {
  label: string
  form: DraftForm<V>
  onSubmit: (values: V) => Promise<void>
  onClear: () => void
  /** Absent while a new row is typed. */
  onDelete?: (() => void) | undefined
  /** Said whenever it could not be saved; what a field has to do with it stands beside the field. */
  failure: string
  fieldOfCode?: Record<string, string>
  children: ReactNode
}

export function RecordForm<V extends Record<string, unknown>>(props: RecordFormProps<V>) {
  const { form, onSubmit, onDelete } = props
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const submit = async (values: V) => {
    setBusy(true)
    const rest = new Promise((done) => setTimeout(done, shortestBusy))
    try {
      await onSubmit(values)
    } catch (error) {
      showRefusal(form, error, props.fieldOfCode)
      notify.error(props.failure, { autoClose: 6_000 })
    }
    await rest
    setBusy(false)
  }
  const handle = (event: FormEvent<HTMLFormElement>) => {
    if (isBusy) return event.preventDefault()
    form.onSubmit((values) => void submit(values))(event)
  }
  return (
    <Paper withBorder p="md" mb="md">
      <form noValidate aria-label={props.label} onSubmit={handle}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
          {props.children}
        </SimpleGrid>
        <Group justify="flex-end" gap="xs" mt="md">
          <Button variant="default" onClick={props.onClear}>
            {t('clear')}
          </Button>
          {onDelete && (
            <Button variant="light" color="red" onClick={onDelete}>
              {t('delete')}
            </Button>
          )}
          <Button type="submit" loading={isBusy}>
            {t('save')}
          </Button>
        </Group>
      </form>
    </Paper>
  )
}
