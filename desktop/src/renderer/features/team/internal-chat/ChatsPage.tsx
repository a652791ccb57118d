// Internal chat: the list on the left, the open chat on the right; on narrow windows one of them at a time.
import { useEffect, useState } from 'react'
import { Button, Skeleton, Tabs } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconAlertTriangle, IconMessage2, IconMessageOff, IconMessageCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { chatPage, pages } from '@guiche/shared/kernel/console-pages.ts'
import type { Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { errorText } from '#platform/net/error-text.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { BackButton } from '#ui/layout/BackButton.tsx'
import { SplitPanes } from '#ui/layout/SplitPanes.tsx'
import { ChatDialog } from './ChatDialog.tsx'
import { useChatInView, viewChat } from './chat-in-view.store.ts'
import { ChatList } from './ChatList.tsx'
import { ChatPane } from './ChatPane.tsx'
import classes from './chats-page.module.css'
import { chats, removeChat } from './chats.store.ts'

/** Below Mantine's breakpoint `md` (spec R372). */
const narrow = '(max-width: 61.99em)'

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; chat: Chat }

interface OpenedProps {
  onEdit: (chat: Chat) => void
  /** Undefined where the list stands beside. */
  onBack: (() => void) | undefined
}

function Opened({ onEdit, onBack }: OpenedProps) {
  const { t } = useTranslation(['chats', 'words'])
  const { uuid, chat, phase, error } = useChatInView()
  if (chat !== null) {
    const before = onBack && <BackButton onClick={onBack} />
    return <ChatPane key={chat.id} chat={chat} onEdit={() => onEdit(chat)} before={before} />
  }
  if (phase === 'none') return <EmptyState icon={IconMessage2} title={t('choose')} text={t('chooseHint')} />
  if (phase === 'gone') return <EmptyState icon={IconMessageOff} title={t('gone')} text={t('goneHint')} />
  if (phase === 'failed') {
    return (
      <EmptyState
        icon={IconAlertTriangle}
        title={t('loadFailed')}
        text={errorText(error)}
        action={
          <Button variant="default" onClick={() => viewChat(uuid)}>
            {t('words:retry')}
          </Button>
        }
      />
    )
  }
  return (
    <div className={classes['waiting']}>
      <Skeleton height={56} />
    </div>
  )
}

export function ChatsPage() {
  const { t } = useTranslation(['chats', 'words'])
  const { id: uuid } = useParams()
  const navigate = useNavigate()
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false })
  const hasChat = useChatInView().chat !== null
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [side, setSide] = useStateOf<'list' | 'messages'>(uuid, uuid === undefined ? 'list' : 'messages')
  useEffect(() => void chats.refresh(), [])
  useEffect(() => viewChat(uuid ?? null), [uuid])
  useEffect(() => () => viewChat(null), [])

  const close = () => setDialog(null)
  const edit = (chat: Chat) => setDialog({ kind: 'edit', chat })
  const list = (
    <ChatList
      onAdd={() => setDialog({ kind: 'add' })}
      onEdit={edit}
      onDelete={(chat) => setDialog({ kind: 'delete', chat })}
    />
  )
  const opened = <Opened onEdit={edit} onBack={isNarrow ? () => setSide('list') : undefined} />
  const dialogs = (
    <>
      {dialog?.kind === 'add' && <ChatDialog onSaved={(chat) => void navigate(chatPage(chat.uuid))} onClose={close} />}
      {dialog?.kind === 'edit' && <ChatDialog chat={dialog.chat} onSaved={() => undefined} onClose={close} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { title: dialog.chat.title })}
          text={t('deleteText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeChat(dialog.chat.id)
            notify.success(t('deleted'))
            if (dialog.chat.uuid === uuid) await navigate(pages.chats)
          }}
          onClose={close}
        />
      )}
    </>
  )
  if (!isNarrow) {
    return (
      <div className={classes['screen']}>
        <SplitPanes width="chatListWidth" usual={28} list={list}>
          <section className={classes['opened']} aria-label={t('messages')}>
            {opened}
          </section>
        </SplitPanes>
        {dialogs}
      </div>
    )
  }
  return (
    <div className={classes['narrow']} data-own-header={(side === 'messages' && hasChat) || undefined}>
      <div className={classes['one']}>{side === 'list' ? list : opened}</div>
      <Tabs value={side} onChange={(value) => setSide(value as typeof side)} inverted className={classes['bottom']}>
        <Tabs.List grow aria-label={t('title')}>
          <Tabs.Tab value="list" leftSection={<IconMessageCircle size={18} stroke={1.6} />}>
            {t('chats')}
          </Tabs.Tab>
          <Tabs.Tab value="messages" leftSection={<IconMessage2 size={18} stroke={1.6} />}>
            {t('messages')}
          </Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {dialogs}
    </div>
  )
}
