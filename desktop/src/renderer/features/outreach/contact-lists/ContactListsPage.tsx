// The contact lists screen: the groups of people that campaigns are sent to.
import { Text } from '@mantine/core'
import { IconFileDownload, IconListDetails, IconUsers } from '@tabler/icons-react'
import {
  contactListDraft,
  createContactList,
  updateContactList,
  type ContactList
} from '@guiche/shared/features/outreach/contact-lists.ts'
import { contactListPage } from '@guiche/shared/kernel/console-pages.ts'
import { call } from '#platform/net/http.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { localValue } from '#platform/state/local-store.ts'
import { formatNumber } from '#platform/text/format.ts'
import { defineRecordForm } from '#ui/records/record-form.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { Figures } from '#ui/tables/cells.tsx'
import { saveSample } from '#features/inbox/contacts/contact-imports.store.ts'
import { contactLists, removeContactList } from './contact-lists.store.ts'

const form = defineRecordForm({
  words: 'contactLists',
  values: (list: ContactList | undefined) => ({ name: list?.name ?? '' }),
  schema: contactListDraft,
  fields: [{ name: 'name', hint: 'nameHint', withAsterisk: true, maxLength: 50 }],
  save: (body, list) =>
    list ? call(updateContactList, { params: { id: list.id }, body }) : call(createContactList, { body }),
  keep: (saved) => contactLists.upsert(saved)
})

const counted = ({ contactsCount }: ContactList) => ({ count: contactsCount, formatted: formatNumber(contactsCount) })

const Screen = defineRecordScreen({
  words: 'contactLists',
  icon: IconListDetails,
  list: contactLists,
  isCounted: true,
  permissions: { delete: 'contact-lists-page:delete' },
  columns: [
    {
      title: 'name',
      render: (list, t) => (
        <>
          <Text fw={500}>{list.name}</Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {t('people', counted(list))}
          </Text>
        </>
      )
    },
    {
      title: 'contactsCount',
      from: 'sm',
      align: 'right',
      width: '120px',
      render: ({ contactsCount }) => <Figures>{formatNumber(contactsCount)}</Figures>
    }
  ],
  form,
  deleteText: (list, t) => t('deleteText', counted(list)),
  remove: ({ id }) => removeContactList(id)
})

export function ContactListsPage() {
  const navigate = useNavigate()
  const open = ({ id }: ContactList) => void navigate(contactListPage(id))
  return (
    <Screen
      open={open}
      actions={[
        { icon: IconFileDownload, label: 'sample', run: () => saveSample(localValue('language'), false) },
        { icon: IconUsers, label: 'openPeople', run: open }
      ]}
    />
  )
}
