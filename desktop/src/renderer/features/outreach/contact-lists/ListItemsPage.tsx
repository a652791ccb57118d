// The people of one contact list: searching, adding, importing, and whether their numbers are on WhatsApp.
import { useEffect, useMemo, useState } from 'react'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconUpload, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import type { ContactListItem } from '@guiche/shared/features/outreach/contact-lists.ts'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatNumber } from '#platform/text/format.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { useMay } from '#platform/session/session.ts'
import type { RecordColumn } from '#ui/records/record-screen.ts'
import { RecordScreen } from '#ui/records/RecordScreen.tsx'
import { ImportDialog } from '#features/inbox/contacts/ImportDialog.tsx'
import { ImportLine } from '#features/inbox/contacts/ImportLine.tsx'
import { ImportReport } from '#features/inbox/contacts/ImportReport.tsx'
import { listItemForm } from './list-item-form.tsx'
import { openList, refreshList, removeFromList } from './list-people.store.ts'
import { NumberMark } from './NumberMark.tsx'

const columns: RecordColumn<ContactListItem, 'contactLists'>[] = [
  { title: 'onWhatsApp', isTitleHidden: true, width: '44px', render: (item) => <NumberMark item={item} /> },
  {
    title: 'name',
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
    title: 'number',
    from: 'sm',
    render: ({ number }) => <span className="g-numbers g-phone">{formatPhone(number)}</span>
  },
  {
    title: 'email',
    from: 'md',
    render: ({ email }) => (email === '' ? <Text c="dimmed">–</Text> : <Text>{email}</Text>)
  }
]

/** The list itself, while it exists. */
function useShownList(id: number) {
  const { list, isGone, error } = openList(id).use()
  const navigate = useNavigate()
  useEffect(() => void refreshList(id), [id])
  useEffect(() => {
    if (isGone) void navigate(pages.contactLists, { replace: true })
  }, [isGone, navigate])
  return { list, error }
}

export function ListItemsPage() {
  const { t } = useTranslation(['contactLists', 'words'])
  const id = Number(useParams()['contactListId'])
  const { people, imports } = openList(id)
  const { list, error } = useShownList(id)
  const mayImport = useMay('numbers:view')
  const [importing, setImporting] = useState<'file' | ContactImport | null>(null)
  const navigate = useNavigate()
  const form = useMemo(() => listItemForm(id), [id])
  const close = () => setImporting(null)
  const openImport = () => setImporting('file')
  const state = list && [
    t('people', { count: list.contactsCount, formatted: formatNumber(list.contactsCount) }),
    ...(list.uncheckedCount > 0
      ? [t('toCheck', { count: list.uncheckedCount, formatted: formatNumber(list.uncheckedCount) })]
      : [])
  ]
  return (
    <>
      <RecordScreen
        words="contactLists"
        texts={{
          searchLabel: 'searchPeople',
          add: 'addPerson',
          emptyText: 'noPeople',
          deleteTitle: 'removeTitle',
          deleted: 'personRemoved'
        }}
        icon={IconUsers}
        list={people}
        label={t('peopleOf', { name: list?.name ?? '' })}
        permissions={{ delete: 'contact-list-items:delete' }}
        columns={columns}
        form={form}
        deleteText={() => t('removeText')}
        remove={removeFromList}
        emptyAction={mayImport && <Button onClick={openImport}>{t('importSheet')}</Button>}
        frame={({ search, add, table }) => (
          <>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <IconButton icon={IconArrowLeft} label={t('back')} onClick={() => void navigate(pages.contactLists)} />
              <Stack gap={0} flex={1} miw={0}>
                <PageHeader title={list?.name ?? ''} text={state?.join(' · ')}>
                  {search}
                  {mayImport && (
                    <Button variant="default" px="sm" aria-label={t('import')} title={t('import')} onClick={openImport}>
                      <IconUpload size={18} stroke={1.6} />
                    </Button>
                  )}
                  {add}
                </PageHeader>
              </Stack>
            </Group>
            {list === null && error !== null && (
              <Alert color="red" title={t('words:listFailed')}>
                {errorText(error)}
                <Button
                  size="compact-xs"
                  variant="default"
                  mt="xs"
                  display="block"
                  onClick={() => void refreshList(id)}
                >
                  {t('words:retry')}
                </Button>
              </Alert>
            )}
            <ImportLine source={imports} />
            {table}
          </>
        )}
      />
      {importing === 'file' && <ImportDialog source={imports} onShow={setImporting} onClose={close} />}
      {importing !== null && importing !== 'file' && (
        <ImportReport source={imports} shown={importing} onClose={close} />
      )}
    </>
  )
}
