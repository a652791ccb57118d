// The contact lists screen: the groups of people that campaigns are sent to.
import { useState } from 'react'
import { Text } from '@mantine/core'
import { IconFileDownload, IconListDetails, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { contactListPage } from '@guiche/shared/kernel/console-pages.ts'
import type { ContactList } from '@guiche/shared/features/outreach/contact-lists.ts'
import { formatNumber } from '#platform/text/format.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import type { Column } from '#ui/tables/DataTable.tsx'
import { EditActions } from '#ui/forms/EditActions.tsx'
import { ListScreen } from '#ui/tables/ListScreen.tsx'
import { useMay } from '#platform/session/session.ts'
import { RowAction } from '#ui/tables/RowActions.tsx'
import { saveSample } from '#features/inbox/contacts/contact-imports.store.ts'
import { ContactListDialog } from './ContactListDialog.tsx'
import { contactLists, removeContactList } from './contact-lists.store.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; list: ContactList }

export function ContactListsPage() {
  const mayDelete = useMay('contact-lists-page:delete')
  const { t } = useTranslation(['contactLists', 'words'])
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const language = useLocalValue('language')
  const navigate = useNavigate()
  const close = () => setDialog(null)
  const open = ({ id }: ContactList) => void navigate(contactListPage(id))

  const columns: Column<ContactList>[] = [
    {
      key: 'name',
      title: t('name'),
      render: ({ name, contactsCount }) => (
        <>
          <Text fw={500}>{name}</Text>
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            {t('people', { count: contactsCount, formatted: formatNumber(contactsCount) })}
          </Text>
        </>
      )
    },
    {
      key: 'contactsCount',
      title: t('contactsCount'),
      from: 'sm',
      align: 'right',
      width: '120px',
      render: ({ contactsCount }) => <span className="g-numbers">{formatNumber(contactsCount)}</span>
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '156px',
      render: (list) => (
        <EditActions
          name={list.name}
          onEdit={() => setDialog({ kind: 'edit', list })}
          onDelete={mayDelete && (() => setDialog({ kind: 'delete', list }))}
        >
          <RowAction
            icon={IconFileDownload}
            label={`${t('sample')}: ${list.name}`}
            onClick={() => saveSample(language, false)}
          />
          <RowAction icon={IconUsers} label={`${t('openPeople')}: ${list.name}`} onClick={() => open(list)} />
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
        columns={columns}
        list={contactLists}
        onOpen={open}
        empty={{ icon: IconListDetails, text: t('emptyText') }}
      />
      {dialog?.kind === 'add' && <ContactListDialog onClose={close} />}
      {dialog?.kind === 'edit' && <ContactListDialog list={dialog.list} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.list.name })}
          text={t('deleteText', {
            count: dialog.list.contactsCount,
            formatted: formatNumber(dialog.list.contactsCount)
          })}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeContactList(dialog.list.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
