// Adds a contact list, or gives it another name.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  contactListDraft,
  createContactList,
  updateContactList,
  type ContactList
} from '@guiche/shared/features/outreach/contact-lists.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { contactLists } from './contact-lists.store.ts'

interface ContactListDialogProps {
  /** Absent to add one. */
  list?: ContactList
  onClose: () => void
}

export function ContactListDialog({ list, onClose }: ContactListDialogProps) {
  const { t } = useTranslation('contactLists')
  const form = useDraftForm({ initialValues: { name: list?.name ?? '' }, schema: contactListDraft })
  const submit = async (body: { name: string }) => {
    const saved = list
      ? await call(updateContactList, { params: { id: list.id }, body })
      : await call(createContactList, { body })
    contactLists.upsert(saved)
    notify.success(t('saved'))
  }
  return (
    <FormDialog title={t(list ? 'edit' : 'add')} form={form} onSubmit={submit} onClose={onClose}>
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        withAsterisk
        maxLength={50}
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
