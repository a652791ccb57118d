// The text of a chat message: mentions marked, addresses as links, everything else as it was written.
import { splitMentions, type Mentionable } from '@guiche/shared/features/team/mentions.ts'
import { useUser } from '#platform/session/session.ts'
import { LinkedText } from '#ui/layout/LinkedText.tsx'
import classes from './chat-bubble.module.css'

export function ChatText({ text, people }: { text: string; people: Mentionable[] }) {
  const { id } = useUser()
  return (
    <span className={classes['text']} dir="auto">
      {splitMentions(text, people).map((part, index) =>
        typeof part === 'string' ? (
          <LinkedText key={index} text={part} />
        ) : (
          <mark
            key={index}
            className={classes['mention']}
            data-self={part.userId === id || part.userId === null || undefined}
          >
            {part.text}
          </mark>
        )
      )}
    </span>
  )
}
