// The users screen: who works here, in which queues, and who is here now.
import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isWithin } from '@guiche/shared/kernel/access.ts'
import { standingOf, type User } from '@guiche/shared/features/org/users.ts'
import { useUser } from '#platform/session/session.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { QueueTag } from '#ui/layout/QueueTag.tsx'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { InvitationList } from '#features/org/invitations/InvitationList.tsx'
import { InviteButton } from '#features/org/invitations/InviteButton.tsx'
import { PresenceOf } from '#features/org/work-times/PresenceOf.tsx'
import { UserDialog } from './UserDialog.tsx'
import { removeUser, users } from './users.store.ts'

function Who({ id, name, email }: User) {
  const { t } = useTranslation('users')
  const own = useUser()
  return (
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
}

export const UsersPage = defineRecordScreen({
  words: 'users',
  icon: IconUsers,
  list: users,
  mayEdit: (user, own) => user.id === own.id || isWithin(standingOf(own), standingOf(user)),
  mayDelete: (user, own) => (user.id === own.id || !isWithin(standingOf(own), standingOf(user)) ? 'disabled' : true),
  columns: [
    { title: 'name', render: (user) => <Who {...user} /> },
    { title: 'email', from: 'md', render: ({ email }) => email },
    {
      title: 'profile',
      from: 'sm',
      render: (user, t) => (
        <Badge {...(user.profile !== 'admin' && { color: 'gray' })}>
          {user.super ? t('super') : (user.role?.name ?? t(`profile_${user.profile}`))}
        </Badge>
      )
    },
    {
      title: 'online',
      from: 'sm',
      render: (user) => <PresenceOf user={user} />
    },
    {
      title: 'queues',
      from: 'lg',
      render: ({ queues }) => (
        <Group gap={4}>
          {queues.map((queue) => (
            <QueueTag key={queue.id} queue={queue} />
          ))}
        </Group>
      )
    }
  ],
  tools: <InviteButton />,
  notice: <InvitationList />,
  form: ({ record, onClose }) => <UserDialog {...(record && { user: record })} onClose={onClose} />,
  remove: ({ id }) => removeUser(id)
})
