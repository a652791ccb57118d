// The people of one contact list: searching, adding, importing, and whether their numbers are on WhatsApp.
import { useEffect, useState } from 'react'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconPlus, IconUpload, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import type { ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import type { ContactListItem } from '@guiche/shared/features/outreach/contact-lists.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatNumber } from '#platform/text/format.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { useMay } from '#platform/session/session.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import type { Column } from '#ui/tables/DataTable.tsx'
import { EditActions } from '#ui/forms/EditActions.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { PagedTable } from '#ui/tables/PagedTable.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { ImportDialog } from '#features/inbox/contacts/ImportDialog.tsx'
import { ImportLine } from '#features/inbox/contacts/ImportLine.tsx'
import { ImportReport } from '#features/inbox/contacts/ImportReport.tsx'
import { openList, refreshList, removeFromList } from './list-people.store.ts'
import { ListItemDialog } from './ListItemDialog.tsx'
import { NumberMark } from './NumberMark.tsx'

type OpenDialog =
  | { kind: 'add' | 'import' }
  | { kind: 'report'; shown: ContactImport }
  | { kind: 'edit' | 'delete'; item: ContactListItem }

export function ListItemsPage() {
  const { t } = useTranslation(['contactLists', 'words'])
  const id = Number(useParams()['contactListId'])
  const { use, people, imports } = openList(id)
  const { list, isGone, error } = use()
  const { search } = people.use()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const mayDelete = useMay('contact-list-items:delete')
  const navigate = useNavigate()
  const close = () => setDialog(null)
  useEffect(() => void refreshList(id), [id])
  useEffect(() => {
    if (isGone) void navigate(pages.contactLists, { replace: true })
  }, [isGone, navigate])

  const columns: Column<ContactListItem>[] = [
    {
      key: 'valid',
      title: t('onWhatsApp'),
      isTitleHidden: true,
      width: '44px',
      render: (item) => <NumberMark item={item} />
    },
    {
      key: 'name',
      title: t('name'),
      render: ({ name, number }) => (
        <Stack gap={0}>
          <Text fw={500}>{name}</Text>
          <Text component="div" size="xs" c="dimmed" hiddenFrom="sm" className="g-numbers g-phone">
            {formatPhone(number)}
          </Text>
        </Stack>
      )
    },
    {
      key: 'number',
      title: t('number'),
      from: 'sm',
      render: ({ number }) => <span className="g-numbers g-phone">{formatPhone(number)}</span>
    },
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
      width: '92px',
      render: (item) => (
        <EditActions
          name={item.name}
          onEdit={() => setDialog({ kind: 'edit', item })}
          onDelete={mayDelete && (() => setDialog({ kind: 'delete', item }))}
        />
      )
    }
  ]
  const state = list && [
    t('people', { count: list.contactsCount, formatted: formatNumber(list.contactsCount) }),
    ...(list.uncheckedCount > 0
      ? [t('toCheck', { count: list.uncheckedCount, formatted: formatNumber(list.uncheckedCount) })]
      : [])
  ]
  const openImport = () => setDialog({ kind: 'import' })
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <IconButton icon={IconArrowLeft} label={t('back')} onClick={() => void navigate(pages.contactLists)} />
        <Stack gap={0} flex={1} miw={0}>
          <PageHeader title={list?.name ?? ''} text={state?.join(' · ')}>
            <SearchField label={t('searchPeople')} value={search} onChange={people.setSearch} />
            <Button variant="default" px="sm" aria-label={t('import')} title={t('import')} onClick={openImport}>
              <IconUpload size={18} stroke={1.6} />
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'add' })}>
              {t('addPerson')}
            </Button>
          </PageHeader>
        </Stack>
      </Group>
      {list === null && error !== null && (
        <Alert color="red" title={t('words:listFailed')}>
          {errorText(error)}
          <Button size="compact-xs" variant="default" mt="xs" display="block" onClick={() => void refreshList(id)}>
            {t('words:retry')}
          </Button>
        </Alert>
      )}
      <ImportLine source={imports} />
      <PagedTable
        label={t('peopleOf', { name: list?.name ?? '' })}
        columns={columns}
        list={people}
        onOpen={(item) => setDialog({ kind: 'edit', item })}
        empty={{
          icon: IconUsers,
          text: t('noPeople'),
          action: <Button onClick={openImport}>{t('importSheet')}</Button>
        }}
      />
      {dialog?.kind === 'add' && <ListItemDialog contactListId={id} onClose={close} />}
      {dialog?.kind === 'edit' && <ListItemDialog contactListId={id} item={dialog.item} onClose={close} />}
      {dialog?.kind === 'import' && (
        <ImportDialog source={imports} onShow={(shown) => setDialog({ kind: 'report', shown })} onClose={close} />
      )}
      {dialog?.kind === 'report' && <ImportReport source={imports} shown={dialog.shown} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('removeTitle', { name: dialog.item.name })}
          text={t('removeText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeFromList(dialog.item)
            notify.success(t('personRemoved'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
