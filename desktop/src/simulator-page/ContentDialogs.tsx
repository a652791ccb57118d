// Asks for what a place, a contact card or a poll is to say, and sends it.
import { Group, NumberInput, Textarea, TextInput } from '@mantine/core'
import { z } from 'zod'
import { useTranslation } from '#platform/text/translation.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { post } from './send.ts'

interface ContentDialogProps {
  onClose: () => void
}

const word = z.string().min(1)

export function LocationDialog({ onClose }: ContentDialogProps) {
  const { t } = useTranslation('simulator')
  const form = useDraftForm({
    initialValues: { name: 'Praça da Sé', latitude: -23.55052, longitude: -46.633308 },
    schema: z.object({ latitude: z.number(), longitude: z.number() })
  })
  return (
    <FormDialog
      title={t('location')}
      form={form}
      submitLabel={t('send')}
      onSubmit={({ name, ...place }) => post({ type: 'location', ...place, ...(name !== '' && { name }) })}
      onClose={onClose}
    >
      <TextInput label={t('name')} {...form.getInputProps('name')} />
      <Group grow align="start">
        <NumberInput label={t('latitude')} decimalScale={6} {...form.getInputProps('latitude')} />
        <NumberInput label={t('longitude')} decimalScale={6} {...form.getInputProps('longitude')} />
      </Group>
    </FormDialog>
  )
}

export function ContactDialog({ onClose }: ContentDialogProps) {
  const { t } = useTranslation('simulator')
  const form = useDraftForm({
    initialValues: { name: 'Rui Barbosa', number: '5511911112222' },
    schema: z.object({ name: word, number: word })
  })
  return (
    <FormDialog
      title={t('contact')}
      form={form}
      submitLabel={t('send')}
      onSubmit={(contact) => post({ type: 'contacts', contacts: [contact] })}
      onClose={onClose}
    >
      <TextInput label={t('name')} {...form.getInputProps('name')} />
      <TextInput label={t('number')} inputMode="tel" {...form.getInputProps('number')} />
    </FormDialog>
  )
}

export function PollDialog({ onClose }: ContentDialogProps) {
  const { t } = useTranslation('simulator')
  const form = useDraftForm({
    initialValues: { name: 'Qual sabor?', options: 'Chocolate\nCenoura' },
    schema: z.object({ name: word, options: word })
  })
  const linesOf = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  return (
    <FormDialog
      title={t('poll')}
      form={form}
      submitLabel={t('send')}
      onSubmit={({ name, options }) => post({ type: 'poll', name, options: linesOf(options) })}
      onClose={onClose}
    >
      <TextInput label={t('question')} {...form.getInputProps('name')} />
      <Textarea label={t('options')} minRows={3} {...form.getInputProps('options')} />
    </FormDialog>
  )
}
