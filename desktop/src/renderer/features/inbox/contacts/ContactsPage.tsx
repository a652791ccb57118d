// The contacts screen: the people the company talks to.
import { useState } from 'react'
import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAddressBook, IconCalendarClock, IconFileZip, IconMessagePlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useHasFeature, useIsAdmin, useMay } from '#platform/session/session.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import type { OpenDialog, RecordAction } from '#ui/records/record-screen.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { ErasePersonDialog } from '#features/inbox/personal-data/ErasePersonDialog.tsx'
import { PersonalDataDialog } from '#features/inbox/personal-data/PersonalDataDialog.tsx'
import { TagChip } from '#features/inbox/tags/TagChip.tsx'
import { TagSelect } from '#features/inbox/tags/TagSelect.tsx'
import { NewTicketDialog } from '#features/inbox/tickets/dialogs/NewTicketDialog.tsx'
import { useStartTicket } from '#features/inbox/tickets/dialogs/start-ticket.store.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { CustomerNumber } from './CustomerNumber.tsx'
import { contactImports } from './contact-imports.store.ts'
import { ContactTools } from './ContactTools.tsx'
import { contacts, setContactFilter, useContactFilter } from './contacts.store.ts'
import { ImportLine } from './ImportLine.tsx'

/** What WhatsApp calls the number of a group is its id. */
function Phone({ id, number, isGroup }: Pick<Contact, 'id' | 'number' | 'isGroup'>) {
  const { t } = useTranslation(['contacts', 'words'])
  if (isGroup) return <Text c="dimmed">–</Text>
  if (number === '') return <Text c="dimmed">{t('words:numberUnknown')}</Text>
  return <CustomerNumber contact={{ id, number }} isShort />
}

function Who({ id, name, number, profilePicUrl, isGroup, tags }: Contact) {
  const { t } = useTranslation('contacts')
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={name} picture={profilePicUrl} size={32} />
      <Stack gap={0}>
        <Group gap={6}>
          <Text fw={500}>{name}</Text>
          {isGroup && (
            <Badge size="sm" color="gray">
              {t('group')}
            </Badge>
          )}
        </Group>
        <Text component="div" size="xs" c="dimmed" hiddenFrom="sm">
          {!isGroup && <Phone id={id} number={number} isGroup={false} />}
        </Text>
        {tags.length > 0 && (
          <Group gap={4}>
            {tags.map((tag) => (
              <TagChip key={tag.id} tag={tag} />
            ))}
          </Group>
        )}
      </Stack>
    </Group>
  )
}

const Screen = defineRecordScreen({
  words: 'contacts',
  icon: IconAddressBook,
  list: contacts,
  isCounted: true,
  permissions: {
    add: 'contacts-page:write',
    edit: 'contacts-page:write',
    delete: 'contacts-page:deleteContact'
  },
  columns: [
    { title: 'name', render: (contact) => <Who {...contact} /> },
    { title: 'number', from: 'sm', render: (contact) => <Phone {...contact} /> },
    {
      title: 'email',
      from: 'md',
      render: ({ email }) => (email === '' ? <Text c="dimmed">–</Text> : <Text>{email}</Text>)
    }
  ],
  form: () => null,
  dialogs: {
    ticket: ({ record, onClose }) => <NewTicketDialog contact={record} onClose={onClose} />,
    allData: ({ record, onClose }) => <PersonalDataDialog contact={record} onClose={onClose} />,
    delete: ({ record, onClose }) => (
      <ErasePersonDialog contact={record} onErased={() => contacts.remove(record.id)} onClose={onClose} />
    )
  }
})

/** The dialog of a contact, and what follows when it is saved: a ticket of somebody new, or the open one of somebody known. */
function useContactDialog() {
  const { t } = useTranslation('contacts')
  const { hasToChoose, start, open } = useStartTicket()
  const [isToStart, setToStart] = useState(true)
  const [isToOpen, setToOpen] = useState(true)
  return ({ record, show, onClose }: OpenDialog<Contact>) => {
    const follow = (saved: Contact) => {
      if (record) {
        if (isToOpen) void open(saved)
      } else if (isToStart) {
        if (hasToChoose) show('ticket', saved)
        else void start(saved.id)
      }
    }
    const [isWanted, setWanted] = record ? [isToOpen, setToOpen] : [isToStart, setToStart]
    return (
      <ContactDialog
        contact={record}
        onSaved={follow}
        option={
          <Checkbox
            label={t(record ? 'openIfServed' : 'startAtOnce')}
            checked={isWanted}
            onChange={(event) => setWanted(event.currentTarget.checked)}
          />
        }
        onClose={onClose}
      />
    )
  }
}

export function ContactsPage() {
  const { t } = useTranslation('contacts')
  const isAdmin = useIsAdmin()
  const seesAllNumbers = useMay('numbers:view')
  const mayImport = useMay('contacts-page:import') && seesAllNumbers
  const askedTags = useContactFilter(({ tags }) => tags)
  const canSchedule = useHasFeature('useSchedules')
  const navigate = useNavigate()
  const form = useContactDialog()
  const start: RecordAction<Contact, 'contacts'> = {
    icon: IconMessagePlus,
    label: 'startTicket',
    run: (contact, show) => show('ticket', contact)
  }
  const schedule: RecordAction<Contact, 'contacts'> = {
    icon: IconCalendarClock,
    label: 'schedule',
    run: ({ id }) => void navigate(`${pages.schedules}?contactId=${id}`)
  }
  const allData: RecordAction<Contact, 'contacts'> = {
    icon: IconFileZip,
    label: 'allData',
    // What a group says is of many people.
    isFor: ({ isGroup }) => !isGroup,
    run: (contact, show) => show('allData', contact)
  }
  const actions = [start, ...(canSchedule ? [schedule] : []), ...(isAdmin ? [allData] : [])]
  return (
    <Screen
      form={form}
      actions={actions}
      texts={askedTags.length > 0 ? { emptyText: 'emptyTagged' } : {}}
      tools={<ContactTools />}
      notice={
        <>
          <TagSelect
            size="xs"
            maw={360}
            mb="sm"
            aria-label={t('filterTags')}
            placeholder={t('filterTags')}
            value={askedTags}
            onChange={setContactFilter}
          />
          {mayImport && <ImportLine source={contactImports} />}
        </>
      }
    />
  )
}
