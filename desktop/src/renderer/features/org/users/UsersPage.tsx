// The users screen: who works here, in which queues, and who is here now.
import { useState } from 'react'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { User } from '@guiche/shared/features/org/users.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import type { Column } from '#ui/tables/DataTable.tsx'
import { EditActions } from '#ui/forms/EditActions.tsx'
import { ListScreen } from '#ui/tables/ListScreen.tsx'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { StatusDot } from '#ui/layout/StatusDot.tsx'
import { UserDialog } from './UserDialog.tsx'
import { removeUser, users } from './users.store.ts'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; user: User }

export function UsersPage() {
  const { t } = useTranslation(['users', 'words'])
  const own = useUser()
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
        <Badge {...(user.profile !== 'admin' && { color: 'gray' })}>
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
          <Text {...(!online && { c: 'dimmed' })}>{t(online ? 'words:online' : 'words:offline')}</Text>
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
  return (
    <>
      <ListScreen
        title={t('title')}
        text={t('text')}
        searchLabel={t('searchLabel')}
        addLabel={t('add')}
        onAdd={() => setDialog({ kind: 'add' })}
        columns={columns}
        list={users}
        onOpen={(user) => setDialog({ kind: 'edit', user })}
        empty={{ icon: IconUsers, text: t('emptyText') }}
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
