// What can be done with one message: react, answer, pass on, copy, edit, delete, send again, cancel.
import { lazy, Suspense, useState } from 'react'
import { Box, Loader, Menu, Popover } from '@mantine/core'
import { useIsNarrow } from '#platform/device/narrow.ts'
import { useUser } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { react, removeMessage } from '../actions/message-actions.ts'
import { mayReact } from '../actions/message-rights.ts'
import { ReactBar } from './ReactBar.tsx'
import { useMenuActions, type MenuStep } from './use-menu-actions.ts'
import type { MenuPosition } from './MessageItem.tsx'

const EmojiPanel = lazy(() =>
  import('#ui/conversation/EmojiPanel.tsx').then((module) => ({ default: module.EmojiPanel }))
)

const ForwardDialog = lazy(() =>
  import('../actions/ForwardDialog.tsx').then((module) => ({ default: module.ForwardDialog }))
)

interface MessageMenuProps {
  place: MenuPosition
  canReply: boolean
  onClose: () => void
}

export function MessageMenu({ place, canReply, onClose }: MessageMenuProps) {
  const { t } = useTranslation(['messages', 'words'])
  const { name } = useUser()
  const isNarrow = useIsNarrow()
  const [step, setStep] = useState<MenuStep>('menu')
  const { message, origin } = place
  const leave = () => {
    onClose()
    origin?.focus()
  }
  const actions = useMenuActions({ message, canReply, close: onClose, leave, goTo: setStep })
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
                void react(message, emoji, name)
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
      // Seven reactions in a line, on a phone each as large as a fingertip.
      width={isNarrow ? 324 : 232}
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
        {actions.map(({ label, icon: IconOf, isDangerous, run }) => (
          <Menu.Item
            key={label}
            {...(isDangerous && { c: 'var(--g-bad)' })}
            leftSection={<IconOf size={16} stroke={1.6} />}
            onClick={run}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
