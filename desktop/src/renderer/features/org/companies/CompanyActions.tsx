// What the super user may do with a company, each of it asked before: extend, renew, block and delete.
import { useState } from 'react'
import { Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core'
import {
  IconBan,
  IconCalendarPlus,
  IconDots,
  IconLockOpen,
  IconPencil,
  IconRefresh,
  IconTrash
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { companyDraft, recurrences, type Company } from '@guiche/shared/features/org/companies.ts'
import { dueDay } from '@guiche/shared/features/org/due-dates.ts'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { notify } from '#platform/device/notify.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { useUser } from '#platform/session/session.ts'
import { formatDueDate } from '#platform/text/format.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { removeCompany, renewCompany } from './companies.store.ts'
import { changeCompany, openCompany } from './company.store.ts'
import { CompanyDialog } from './CompanyDialog.tsx'

interface DialogProps {
  company: Company
  onClose: () => void
}

/** So many days after the due date, or after today when it is past. */
function daysLater(dueDate: string | null, days: number): string {
  const from = Math.max(dueDate === null ? 0 : Date.parse(dueDate), Date.now())
  return new Date(Date.parse(dueDay(from)) + days * 86_400_000).toISOString().slice(0, 10)
}

function ExtendDialog({ company, onClose }: DialogProps) {
  const { t } = useTranslation('companies')
  const { id, name, dueDate } = company
  const form = useDraftForm({
    initialValues: { dueDate: dueDate === null ? '' : dueDay(dueDate) },
    schema: companyDraft.pick({ dueDate: true })
  })
  return (
    <FormDialog
      title={`${t('extend')}: ${name}`}
      form={form}
      onSubmit={async (values) => {
        await changeCompany(id, values as never)
        notify.success(t('saved'))
      }}
      onClose={onClose}
    >
      <TextInput label={t('dueDate')} type="date" description={t('extendHint')} {...form.getInputProps('dueDate')} />
      <Group gap="xs">
        {[7, 15, 30].map((count) => (
          <Button
            key={count}
            variant="default"
            onClick={() => form.setFieldValue('dueDate', daysLater(dueDate, count))}
          >
            {t('moreDays', { count })}
          </Button>
        ))}
      </Group>
    </FormDialog>
  )
}

function RenewDialog({ company, onClose }: DialogProps) {
  const { t } = useTranslation('companies')
  const { name } = company
  const recurrence = recurrences.find((one) => one === company.recurrence) ?? 'MENSAL'
  return (
    <ConfirmDialog
      title={t('renewTitle', { name })}
      text={t('renewText', { recurrence: t(recurrence).toLowerCase() })}
      confirmLabel={t('renew')}
      isDangerous={false}
      onConfirm={async () => {
        const { dueDate } = await renewCompany(company)
        notify.success(t('renewed', { name, date: dueDate === null ? '' : formatDueDate(dueDate) }))
        await openCompany(company.id)
      }}
      onClose={onClose}
    />
  )
}

function BlockDialog({ company, onClose }: DialogProps) {
  const { t } = useTranslation('companies')
  const { id, name, status } = company
  return (
    <ConfirmDialog
      title={t(status ? 'blockTitle' : 'unblockTitle', { name })}
      text={t(status ? 'blockText' : 'unblockText')}
      confirmLabel={t(status ? 'block' : 'unblock')}
      isDangerous={status}
      onConfirm={async () => {
        await changeCompany(id, { status: !status })
        notify.success(t(status ? 'blocked' : 'unblocked', { name }))
      }}
      onClose={onClose}
    />
  )
}

function DeleteDialog({ company, onClose }: DialogProps) {
  const { t } = useTranslation(['companies', 'words'])
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { id, name } = company
  return (
    <ConfirmDialog
      title={t('words:deleteTitle')}
      text={
        <Stack gap="md">
          <Text>{t('deleteText', { name })}</Text>
          <TextInput
            label={t('typeName', { name })}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Stack>
      }
      confirmLabel={t('words:delete')}
      isDisabled={typed.trim() !== name.trim()}
      onConfirm={async () => {
        await removeCompany(id)
        notify.success(t('words:operationDone'))
        void navigate(pages.companies, { replace: true })
      }}
      onClose={onClose}
    />
  )
}

const dialogs = { extend: ExtendDialog, renew: RenewDialog, block: BlockDialog, delete: DeleteDialog }

export function CompanyActions({ company }: { company: Company }) {
  const { t } = useTranslation(['companies', 'words'])
  const [opened, setOpened] = useState<keyof typeof dialogs | 'edit' | null>(null)
  const isOwn = useUser().companyId === company.id
  const close = () => setOpened(null)
  const Dialog = opened !== null && opened !== 'edit' ? dialogs[opened] : null
  return (
    <Group gap="xs" wrap="nowrap">
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={() => setOpened('edit')}>
        {t('words:edit')}
      </Button>
      <Button leftSection={<IconCalendarPlus size={16} />} onClick={() => setOpened('extend')}>
        {t('extend')}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton label={t('words:moreActions')} icon={IconDots} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconRefresh size={18} stroke={1.6} />} onClick={() => setOpened('renew')}>
            {t('renew')}
          </Menu.Item>
          <Menu.Item
            leftSection={company.status ? <IconBan size={18} stroke={1.6} /> : <IconLockOpen size={18} stroke={1.6} />}
            disabled={isOwn}
            onClick={() => setOpened('block')}
          >
            {t(company.status ? 'block' : 'unblock')}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={18} stroke={1.6} />}
            disabled={isOwn}
            onClick={() => setOpened('delete')}
          >
            {t('words:delete')}
          </Menu.Item>
          {isOwn && <Menu.Label maw={240}>{t('ownCompany')}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      {opened === 'edit' && (
        <CompanyDialog company={company} onSaved={({ id }) => void openCompany(id)} onClose={close} />
      )}
      {Dialog !== null && <Dialog company={company} onClose={close} />}
    </Group>
  )
}
