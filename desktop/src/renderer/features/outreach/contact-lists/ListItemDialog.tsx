// Adds somebody to a contact list, or edits them.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  contactListItemDraft,
  createContactListItem,
  updateContactListItem,
  type ContactListItem
} from '@guiche/shared/features/outreach/contact-lists.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { typedNumber } from '#platform/text/typed-number.ts'
import { NumberField } from '#features/inbox/contacts/NumberField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { openList } from './list-people.store.ts'

interface ListItemDialogProps {
  contactListId: number
  /** Absent to add one. */
  item?: ContactListItem
  onClose: () => void
}

export function ListItemDialog({ contactListId, item, onClose }: ListItemDialogProps) {
  const { t } = useTranslation('contactLists')
  const form = useDraftForm({
    initialValues: { name: item?.name ?? '', number: item?.number ?? '', email: item?.email ?? '' },
    schema: contactListItemDraft
  })
  const submit = async ({ number, ...rest }: { name: string; number: string; email: string }) => {
    const body = { ...rest, number: number === item?.number ? number : typedNumber(number) }
    const saved = item
      ? await call(updateContactListItem, { params: { id: item.id }, body })
      : await call(createContactListItem, { body: { ...body, contactListId } })
    openList(contactListId).people.upsert(saved)
    notify.success(t('personSaved'))
  }
  return (
    <FormDialog
      title={t(item ? 'editPerson' : 'addPerson')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      fieldOfCode={{ ERR_DUPLICATED_CONTACT: 'number', ERR_WAPP_INVALID_CONTACT: 'number' }}
    >
      <TextInput label={t('name')} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <NumberField form={form} stored={item?.number} />
      <TextInput label={t('email')} type="email" {...form.getInputProps('email')} />
    </FormDialog>
  )
}
