// The form of somebody in a contact list.
import {
  contactListItemDraft,
  createContactListItem,
  updateContactListItem,
  type ContactListItem
} from '@guiche/shared/features/outreach/contact-lists.ts'
import { holdsHiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { call } from '#platform/net/http.ts'
import { typedNumber } from '#platform/text/typed-number.ts'
import { NumberField } from '#features/inbox/contacts/NumberField.tsx'
import { defineRecordForm } from '#ui/records/record-form.ts'
import { openList } from './list-people.store.ts'

const isHidden = (item: ContactListItem | undefined): boolean => holdsHiddenNumber(item?.number ?? '')

export function listItemForm(contactListId: number) {
  return defineRecordForm({
    words: 'contactLists',
    titles: { add: 'addPerson', edit: 'editPerson' },
    done: 'personSaved',
    values: (item: ContactListItem | undefined) => ({
      name: item?.name ?? '',
      number: item?.number ?? '',
      email: item?.email ?? ''
    }),
    schema: (item) => (isHidden(item) ? contactListItemDraft.omit({ number: true }) : contactListItemDraft),
    fieldOfCode: { ERR_DUPLICATED_CONTACT: 'number', ERR_WAPP_INVALID_CONTACT: 'number' },
    fields: [
      { name: 'name', withAsterisk: true },
      { kind: 'own', render: ({ form, record }) => <NumberField form={form} stored={record?.number} /> },
      { name: 'email', type: 'email' }
    ],
    save: ({ number, ...rest }, item) => {
      const body = { ...rest, number: number === item?.number ? number : typedNumber(number) }
      return item
        ? call(updateContactListItem, { params: { id: item.id }, body: isHidden(item) ? rest : body })
        : call(createContactListItem, { body: { ...body, contactListId } })
    },
    keep: (saved) => openList(contactListId).people.upsert(saved)
  })
}
