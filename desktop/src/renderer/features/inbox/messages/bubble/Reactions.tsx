// The reactions to a message, counted by emoji; pressing one sets or takes back our own.
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { useUser } from '#platform/session/session.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { react } from '../actions/message-actions.ts'
import { mayReact } from '../actions/message-rights.ts'
import classes from '#ui/conversation/bubble.module.css'

export function Reactions({ message }: { message: Message }) {
  const { t } = useTranslation('messages')
  const { name } = useUser()
  const groups = [...Map.groupBy(message.reactions, ({ emoji }) => emoji)]
  return (
    <span className={classes['reactions']}>
      {groups.map(([emoji, by]) => {
        const names = by.map((one) => (one.fromMe ? t('you') : one.name)).join(', ')
        return (
          <button
            key={emoji}
            type="button"
            className={classes['reaction']}
            data-own={by.some(({ fromMe }) => fromMe) || undefined}
            aria-label={t('reactionBy', { emoji, names })}
            title={names}
            disabled={!mayReact(message)}
            onClick={() => void react(message, emoji, name)}
          >
            {emoji}
            {by.length > 1 && <span className="g-numbers">{by.length}</span>}
          </button>
        )
      })}
    </span>
  )
}
