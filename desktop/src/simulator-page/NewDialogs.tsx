// Makes a phone of the company, or a group with some of the customers.
import { MultiSelect, TextInput } from '@mantine/core'
import { z } from 'zod'
import type { GroupView, PhoneView } from '../../../server/simulator/types.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { call } from './simulator-api.ts'
import { choose, reload, useSimulator } from './simulator.store.ts'

export function NumberField({ inputProps }: { inputProps: object }) {
  const { t } = useTranslation('simulator')
  return (
    <TextInput
      label={t('number')}
      description={t('numberHelp')}
      placeholder="55 11 98765-4321"
      inputMode="tel"
      autoComplete="off"
      withAsterisk
      data-autofocus
      {...inputProps}
    />
  )
}

export function PhoneDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('simulator')
  const form = useDraftForm({
    initialValues: { number: '', name: '' },
    schema: z.object({ number: z.string().min(1), name: z.string() })
  })
  const make = async ({ number, name }: { number: string; name: string }) => {
    const phone = await call<PhoneView>('POST', '/phones', { number, name: name || undefined })
    await reload()
    await choose(phone.number, useSimulator.getState().other)
  }
  return (
    <FormDialog title={t('newPhone')} form={form} submitLabel={t('create')} onSubmit={make} onClose={onClose}>
      <NumberField inputProps={form.getInputProps('number')} />
      <TextInput label={t('name')} placeholder="Padaria Aurora" autoComplete="off" {...form.getInputProps('name')} />
    </FormDialog>
  )
}

export function GroupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('simulator')
  const people = useSimulator((state) => state.customers)
  const phone = useSimulator((state) => state.phone)
  const form = useDraftForm({
    initialValues: { subject: '', customers: [] as string[] },
    schema: z.object({ subject: z.string().min(1), customers: z.array(z.string()).min(1, 'Required') })
  })
  const make = async (values: { subject: string; customers: string[] }) => {
    const group = await call<GroupView>('POST', '/groups', { phone, ...values })
    await reload()
    await choose(phone, group.id)
  }
  return (
    <FormDialog title={t('newGroup')} form={form} submitLabel={t('create')} onSubmit={make} onClose={onClose}>
      <TextInput
        label={t('subject')}
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('subject')}
      />
      <MultiSelect
        label={t('members')}
        withAsterisk
        searchable
        limit={60}
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('customers')}
      />
    </FormDialog>
  )
}
