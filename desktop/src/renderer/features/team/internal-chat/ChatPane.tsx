// An open chat: who is in it, its messages, and the field to write in.
import type { ReactNode } from 'react'
import { Text, Tooltip } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { useUser } from '#platform/session/session.ts'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { useReadWhenLookedAt } from '#ui/conversation/looked-at.ts'
import { holdsFiles } from '#ui/conversation/writing.ts'
import { markChatRead } from './chat-in-view.store.ts'
import { ChatComposer } from './ChatComposer.tsx'
import { ChatMessageList } from './ChatMessageList.tsx'
import classes from './chat-pane.module.css'
import { unreadOf } from './chats.store.ts'
import { useChosenFiles } from './use-chosen-files.ts'

interface ChatPaneProps {
  chat: Chat
  onEdit: () => void
  /** The way back in a narrow window. */
  before: ReactNode
}

export function ChatPane({ chat, onEdit, before }: ChatPaneProps) {
  const { t } = useTranslation('chats')
  const { id } = useUser()
  const chosen = useChosenFiles()
  useReadWhenLookedAt(unreadOf(chat, id).unreads === 0 ? null : chat, () => markChatRead(chat))
  const names = chat.users.map(({ userId, user }) => (userId === id ? t('you') : user.name)).join(', ')
  return (
    <div
      className={classes['pane']}
      onDragOver={(event) => holdsFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        chosen.attach([...event.dataTransfer.files])
      }}
    >
      <header className={classes['head']}>
        {before}
        <Avatar name={chat.title} size={36} />
        <div className={classes['names']}>
          <Text fw={600} truncate dir="auto">
            {chat.title}
          </Text>
          <Tooltip label={names} multiline maw={360}>
            <Text size="xs" c="dimmed" truncate>
              {names}
            </Text>
          </Tooltip>
        </div>
        {chat.ownerId === id && <IconButton label={t('edit')} icon={IconUsers} onClick={onEdit} />}
      </header>
      <ChatMessageList chat={chat} />
      <ChatComposer chat={chat} chosen={chosen} />
    </div>
  )
}
