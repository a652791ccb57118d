// The contacts screen: the people the company talks to.
import { useState } from 'react'
import { Badge, Checkbox, Group, Stack, Text } from '@mantine/core'
import { IconAddressBook, IconCalendarClock, IconMessagePlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { useHasFeature, useIsAdmin, useMay } from '#platform/session/session.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import type { Column } from '#ui/tables/DataTable.tsx'
import { EditActions } from '#ui/forms/EditActions.tsx'
import { ListScreen } from '#ui/tables/ListScreen.tsx'
import { RowAction } from '#ui/tables/RowActions.tsx'
import { TagChip } from '#features/inbox/tags/TagChip.tsx'
import { TagSelect } from '#features/inbox/tags/TagSelect.tsx'
import { NewTicketDialog } from '#features/inbox/tickets/dialogs/NewTicketDialog.tsx'
import { useStartTicket } from '#features/inbox/tickets/dialogs/start-ticket.store.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { contactImports } from './contact-imports.store.ts'
import { ContactTools } from './ContactTools.tsx'
import { contacts, removeContact, setContactFilter, useContactFilter } from './contacts.store.ts'
import { ImportLine } from './ImportLine.tsx'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete' | 'ticket'; contact: Contact }

/** What WhatsApp calls the number of a group is its id. */
function Phone({ number, isGroup }: Pick<Contact, 'number' | 'isGroup'>) {
  const { t } = useTranslation('contacts')
  if (isGroup) return <Text c="dimmed">–</Text>
  if (number === '') return <Text c="dimmed">{t('noNumber')}</Text>
  return <span className="g-numbers g-phone">{formatPhone(number)}</span>
}

export function ContactsPage() {
  const { t } = useTranslation(['contacts', 'words'])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const isAdmin = useIsAdmin()
  const askedTags = useContactFilter(({ tags }) => tags)
  const mayDelete = useMay('contacts-page:deleteContact')
  const canSchedule = useHasFeature('useSchedules')
  const navigate = useNavigate()
  const close = () => setDialog(null)
  const { hasToChoose, start, open } = useStartTicket()
  const [isToStart, setToStart] = useState(true)
  const [isToOpen, setToOpen] = useState(true)
  const follow = (contact: Contact) => {
    if (!isToStart) return
    if (hasToChoose) setDialog({ kind: 'ticket', contact })
    else void start(contact.id)
  }

  const columns: Column<Contact>[] = [
    {
      key: 'name',
      title: t('name'),
      render: ({ name, number, profilePicUrl, isGroup, tags }) => (
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
              {!isGroup && <Phone number={number} isGroup={false} />}
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
    },
    { key: 'number', title: t('number'), from: 'sm', render: (contact) => <Phone {...contact} /> },
    {
      key: 'email',
      title: t('email'),
      from: 'md',
      render: ({ email }) => (email === '' ? <Text c="dimmed">–</Text> : <Text>{email}</Text>)
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: canSchedule ? '156px' : '124px',
      render: (contact) => (
        <EditActions
          name={contact.name}
          onEdit={() => setDialog({ kind: 'edit', contact })}
          onDelete={mayDelete && (() => setDialog({ kind: 'delete', contact }))}
        >
          <RowAction
            icon={IconMessagePlus}
            label={`${t('startTicket')}: ${contact.name}`}
            onClick={() => setDialog({ kind: 'ticket', contact })}
          />
          {canSchedule && (
            <RowAction
              icon={IconCalendarClock}
              label={`${t('schedule')}: ${contact.name}`}
              onClick={() => void navigate(`${pages.schedules}?contactId=${contact.id}`)}
            />
          )}
        </EditActions>
      )
    }
  ]
  return (
    <>
      <ListScreen
        title={t('title')}
        text={(total, formatted) => t('count', { count: total, formatted })}
        searchLabel={t('searchLabel')}
        addLabel={t('add')}
        onAdd={() => setDialog({ kind: 'add' })}
        tools={isAdmin && <ContactTools />}
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
            {isAdmin && <ImportLine source={contactImports} />}
          </>
        }
        columns={columns}
        list={contacts}
        onOpen={(contact) => setDialog({ kind: 'edit', contact })}
        empty={{ icon: IconAddressBook, text: t(askedTags.length > 0 ? 'emptyTagged' : 'emptyText') }}
      />
      {dialog?.kind === 'add' && (
        <ContactDialog
          onSaved={follow}
          option={
            <Checkbox
              label={t('startAtOnce')}
              checked={isToStart}
              onChange={(event) => setToStart(event.currentTarget.checked)}
            />
          }
          onClose={close}
        />
      )}
      {dialog?.kind === 'ticket' && <NewTicketDialog contact={dialog.contact} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <ContactDialog
          contact={dialog.contact}
          onSaved={(saved) => void (isToOpen && open(saved))}
          option={
            <Checkbox
              label={t('openIfServed')}
              checked={isToOpen}
              onChange={(event) => setToOpen(event.currentTarget.checked)}
            />
          }
          onClose={close}
        />
      )}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.contact.name })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeContact(dialog.contact.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
