// The users screen: who works here, in which queues, and who is here now.
import { useState } from 'react'
import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { User } from '@guiche/shared/features/org/users.ts'
import { notify } from '#platform/notify.ts'
import { useUser } from '#platform/session.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import type { Column } from '#ui/DataTable.tsx'
import { EditActions } from '#ui/EditActions.tsx'
import { PagedTable } from '#ui/PagedTable.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { QueueTag } from '#ui/QueueTag.tsx'
import { SearchField } from '#ui/SearchField.tsx'
import { StatusDot } from '#ui/StatusDot.tsx'
import { UserDialog } from './UserDialog.tsx'
import { removeUser, users } from './users.store.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; user: User }

export const UsersPage = () => {
  const { t } = useTranslation(['users', 'words'])
  const own = useUser()
  const { search } = users.use()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const close = () => setDialog(null)

  const columns: Column<User>[] = [
    {
      key: 'name',
      title: t('name'),
      render: ({ id, name, email }) => (
        <Group gap="sm" wrap="nowrap">
          <Avatar name={name} size={28} />
          <Stack gap={0}>
            <Text fw={500}>
              {name}
              {id === own.id && (
                <Text span c="dimmed" size="xs">
                  {' '}
                  ({t('you')})
                </Text>
              )}
            </Text>
            <Text size="xs" c="dimmed" hiddenFrom="md">
              {email}
            </Text>
          </Stack>
        </Group>
      )
    },
    { key: 'email', title: t('email'), from: 'md', render: ({ email }) => email },
    {
      key: 'profile',
      title: t('profile'),
      from: 'sm',
      render: (user) => (
        <Badge color={user.profile === 'admin' ? undefined : 'gray'}>
          {user.super ? t('super') : t(`profile_${user.profile}`)}
        </Badge>
      )
    },
    {
      key: 'online',
      title: t('online'),
      from: 'sm',
      render: ({ online }) => (
        <Group gap={6} wrap="nowrap">
          <StatusDot tone={online ? 'good' : 'off'} />
          <Text c={online ? undefined : 'dimmed'}>{t(online ? 'words:online' : 'words:offline')}</Text>
        </Group>
      )
    },
    {
      key: 'queues',
      title: t('queues'),
      from: 'lg',
      render: ({ queues }) => (
        <Group gap={4}>
          {queues.map((queue) => (
            <QueueTag key={queue.id} queue={queue} />
          ))}
        </Group>
      )
    },
    {
      key: 'actions',
      title: t('words:actions'),
      isTitleHidden: true,
      align: 'right',
      width: '92px',
      render: (user) => (
        <EditActions
          name={user.name}
          onEdit={() => setDialog({ kind: 'edit', user })}
          onDelete={() => setDialog({ kind: 'delete', user })}
          isDeleteDisabled={user.id === own.id}
        />
      )
    }
  ]
  const addButton = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'add' })}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('title')} text={t('text')}>
        <SearchField label={t('searchLabel')} value={search} onChange={users.setSearch} />
        {addButton}
      </PageHeader>
      <PagedTable
        label={t('title')}
        columns={columns}
        list={users}
        onOpen={(user) => setDialog({ kind: 'edit', user })}
        empty={{ icon: IconUsers, text: t('emptyText'), action: addButton }}
      />
      {dialog?.kind === 'add' && <UserDialog onClose={close} />}
      {dialog?.kind === 'edit' && <UserDialog user={dialog.user} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.user.name })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeUser(dialog.user.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
