// Over the menu of a message: the usual reactions, and the way to all others.
import type { KeyboardEvent } from 'react'
import { UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { useUser } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { react } from '../actions/message-actions.ts'
import classes from './message-menu.module.css'

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

export function ReactBar({ message, onDone, onMore }: ReactBarProps) {
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
