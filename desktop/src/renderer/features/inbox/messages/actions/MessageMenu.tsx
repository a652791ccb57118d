// What can be done with one message: react, answer, pass on, copy, edit, delete, send again, cancel.
import { lazy, Suspense, useState, type KeyboardEvent } from 'react'
import { Box, Loader, Menu, Popover, UnstyledButton } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBan,
  IconCopy,
  IconListCheck,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconTrash
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { notify } from '#platform/device/notify.ts'
import { useIsAdmin, useUser } from '#platform/session/session.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { quote, startEditing } from '../outbox/drafts.store.ts'
import { cancel, react, removeMessage, retry } from './message-actions.ts'
import { mayCancel, mayCopy, mayDelete, mayEdit, mayForward, mayReact, mayReply, mayRetry } from './message-rights.ts'
import { startSelecting } from './message-selection.store.ts'
import type { MenuPosition } from '../thread/MessageItem.tsx'
import classes from './message-menu.module.css'

const EmojiPanel = lazy(() =>
  import('#ui/conversation/EmojiPanel.tsx').then((module) => ({ default: module.EmojiPanel }))
)

const ForwardDialog = lazy(() => import('./ForwardDialog.tsx').then((module) => ({ default: module.ForwardDialog })))

const quick = ['👍', '❤️', '😂', '😮', '😢', '🙏']

interface ReactBarProps {
  message: Message
  onDone: () => void
  onMore: () => void
}

/** The bar lies in a row, so its arrows are those to the sides; down and up lead into the menu. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  buttons.at((at + step) % buttons.length)?.focus()
}

function ReactBar({ message, onDone, onMore }: ReactBarProps) {
  const { t } = useTranslation('messages')
  const { name } = useUser()
  const own = message.reactions.find(({ fromMe }) => fromMe)?.emoji
  return (
    <div className={classes['bar']} role="group" aria-label={t('react')} onKeyDown={moveAlong}>
      {quick.map((emoji) => (
        <UnstyledButton
          key={emoji}
          className={classes['emoji']}
          role="menuitemcheckbox"
          aria-label={t('reactWith', { emoji })}
          aria-checked={own === emoji}
          onClick={() => {
            void react(message, emoji, name)
            onDone()
          }}
        >
          {emoji}
        </UnstyledButton>
      ))}
      <UnstyledButton
        role="menuitem"
        className={classes['emoji']}
        aria-label={t('moreEmoji')}
        title={t('moreEmoji')}
        onClick={onMore}
      >
        <IconPlus size={16} stroke={1.75} />
      </UnstyledButton>
    </div>
  )
}

interface MessageMenuProps {
  place: MenuPosition
  canReply: boolean
  onClose: () => void
}

function copy(text: string, done: string): void {
  navigator.clipboard.writeText(text).then(() => notify.success(done), notify.error)
}

export function MessageMenu({ place, canReply, onClose }: MessageMenuProps) {
  const { t } = useTranslation(['messages', 'words'])
  const user = useUser()
  const isAdmin = useIsAdmin()
  const [step, setStep] = useState<'menu' | 'emoji' | 'forward' | 'delete'>('menu')
  const { message, origin } = place
  const leave = () => {
    onClose()
    origin?.focus()
  }
  const anchor = <Box aria-hidden style={{ position: 'fixed', left: place.x, top: place.y, width: 1, height: 1 }} />
  if (step === 'delete') {
    return (
      <ConfirmDialog
        title={t('deleteTitle')}
        text={t('deleteText')}
        confirmLabel={t('words:delete')}
        onConfirm={() => void removeMessage(message)}
        onClose={leave}
      />
    )
  }
  if (step === 'forward') {
    return (
      <Suspense>
        <ForwardDialog message={message} onClose={leave} />
      </Suspense>
    )
  }
  if (step === 'emoji') {
    return (
      <Popover opened onChange={(isOpen) => !isOpen && leave()} position="bottom-start" trapFocus returnFocus={false}>
        <Popover.Target>{anchor}</Popover.Target>
        <Popover.Dropdown p={8} aria-label={t('react')}>
          <Suspense fallback={<Loader m="xl" />}>
            <EmojiPanel
              onChoose={(emoji) => {
                void react(message, emoji, user.name)
                leave()
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    )
  }
  return (
    <Menu
      opened
      onChange={(isOpen) => !isOpen && leave()}
      closeOnItemClick={false}
      position="bottom-start"
      returnFocus={false}
      width={232}
      trapFocus
    >
      <Menu.Target>{anchor}</Menu.Target>
      <Menu.Dropdown aria-label={t('messageMenu')}>
        {mayReact(message) && canReply && (
          <>
            <ReactBar message={message} onDone={leave} onMore={() => setStep('emoji')} />
            <Menu.Divider />
          </>
        )}
        {canReply && mayReply(message) && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} stroke={1.6} />}
            onClick={() => {
              // The composer takes the focus.
              onClose()
              quote(message)
            }}
          >
            {t('reply')}
          </Menu.Item>
        )}
        {mayForward(message) && (
          <>
            <Menu.Item leftSection={<IconArrowForwardUp size={16} stroke={1.6} />} onClick={() => setStep('forward')}>
              {t('forward')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconListCheck size={16} stroke={1.6} />}
              onClick={() => {
                // The conversation gives the focus to what is chosen.
                onClose()
                startSelecting(message)
              }}
            >
              {t('select')}
            </Menu.Item>
          </>
        )}
        {mayCopy(message) && (
          <Menu.Item
            leftSection={<IconCopy size={16} stroke={1.6} />}
            onClick={() => {
              copy(message.body, t('words:copied'))
              leave()
            }}
          >
            {t('copyText')}
          </Menu.Item>
        )}
        {canReply && mayEdit(message) && (
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.6} />}
            onClick={() => {
              onClose()
              startEditing(message)
            }}
          >
            {t('words:edit')}
          </Menu.Item>
        )}
        {mayRetry(message) && (
          <Menu.Item
            leftSection={<IconRefresh size={16} stroke={1.6} />}
            onClick={() => {
              void retry(message)
              leave()
            }}
          >
            {t('sendAgain')}
          </Menu.Item>
        )}
        {mayCancel(message, user.id, isAdmin) && (
          <Menu.Item
            leftSection={<IconBan size={16} stroke={1.6} />}
            onClick={() => {
              void cancel(message)
              leave()
            }}
          >
            {t('cancelSending')}
          </Menu.Item>
        )}
        {mayDelete(message) && (
          <Menu.Item
            c="var(--g-bad)"
            leftSection={<IconTrash size={16} stroke={1.6} />}
            onClick={() => setStep('delete')}
          >
            {t('words:delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
