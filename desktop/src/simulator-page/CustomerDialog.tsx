// A new customer, or the settings of a known one: address, receipts, clock, picture.
import { Checkbox, FileInput, Group, NumberInput, Select, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import type { Addressing, CustomerView, ReceiptMode } from '../../../server/simulator/types.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { NumberField } from './NewDialogs.tsx'
import { base64Of, call } from './simulator-api.ts'
import { choose, reload, useSimulator } from './simulator.store.ts'

const addressings: Addressing[] = ['lid', 'pn']
const receiptModes: ReceiptMode[] = ['read', 'delivered', 'never']

const schema = z.object({ number: z.string().min(1), readAfterMs: z.number().min(0), clockOffsetMs: z.number() })

interface CustomerDialogProps {
  customer?: CustomerView
  onClose: () => void
}

export function CustomerDialog({ customer, onClose }: CustomerDialogProps) {
  const { t } = useTranslation(['simulator', 'words', 'attachments'])
  const form = useDraftForm({
    initialValues: {
      number: customer?.number ?? '',
      name: customer?.name ?? '',
      addressing: customer?.addressing ?? 'lid',
      hidesOtherAddress: customer?.hidesOtherAddress ?? false,
      onWhatsApp: customer?.onWhatsApp ?? true,
      receipts: customer?.receipts ?? 'read',
      readAfterMs: customer?.readAfterMs ?? 0,
      clockOffsetMs: customer?.clockOffsetMs ?? 0,
      about: customer?.about ?? '',
      picture: null as File | null
    },
    schema
  })
  const save = async ({ number, name, picture, ...values }: typeof form.values) => {
    const draft = { ...values, name: name || undefined, picture: picture ? await base64Of(picture) : undefined }
    if (customer) await call('PATCH', `/customers/${customer.id}`, draft)
    const made = customer ? null : await call<CustomerView>('POST', '/customers', { ...draft, number })
    await reload()
    if (made) await choose(useSimulator.getState().phone, made.id)
  }
  return (
    <FormDialog
      title={t(customer ? 'settings' : 'newCustomer')}
      form={form}
      submitLabel={t(customer ? 'words:save' : 'create')}
      onSubmit={save}
      onClose={onClose}
    >
      {customer ? (
        <Text c="dimmed">{`${formatPhone(customer.number)} · LID ${customer.lid}`}</Text>
      ) : (
        <NumberField inputProps={form.getInputProps('number')} />
      )}
      <TextInput label={t('name')} placeholder="Maria Silva" autoComplete="off" {...form.getInputProps('name')} />
      <Select
        label={t('addressing')}
        data={addressings.map((value) => ({ value, label: t(`addressing_${value}`) }))}
        {...form.getInputProps('addressing')}
      />
      <Checkbox label={t('hidesOther')} {...form.getInputProps('hidesOtherAddress', { type: 'checkbox' })} />
      <Checkbox label={t('onWhatsApp')} {...form.getInputProps('onWhatsApp', { type: 'checkbox' })} />
      <Select
        label={t('receipts')}
        data={receiptModes.map((value) => ({ value, label: t(`receipts_${value}`) }))}
        {...form.getInputProps('receipts')}
      />
      <Group grow align="start">
        <NumberInput label={t('readAfter')} min={0} allowDecimal={false} {...form.getInputProps('readAfterMs')} />
        <NumberInput label={t('clockOffset')} allowDecimal={false} {...form.getInputProps('clockOffsetMs')} />
      </Group>
      <TextInput label={t('about')} autoComplete="off" {...form.getInputProps('about')} />
      <FileInput
        label={t('photo')}
        placeholder={t('attachments:choose')}
        accept="image/jpeg,image/png"
        clearable
        {...form.getInputProps('picture')}
      />
    </FormDialog>
  )
}
