// The text of a chat message: mentions marked, addresses as links, everything else as it was written.
import { Fragment } from 'react'
import { splitMentions, type Mentionable } from '@guiche/shared/features/team/mentions.ts'
import { useUser } from '#platform/session.ts'
import classes from './chat-bubble.module.css'

const address = /(https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]])/

/** Odd pieces are addresses. */
const Plain = ({ text }: { text: string }) =>
  text.split(address).map((piece, index) =>
    index % 2 === 1 ? (
      <a key={index} href={piece} target="_blank" rel="noopener noreferrer nofollow">
        {piece}
      </a>
    ) : (
      <Fragment key={index}>{piece}</Fragment>
    )
  )

export const ChatText = ({ text, people }: { text: string; people: Mentionable[] }) => {
  const { id } = useUser()
  return (
    <span className={classes['text']} dir="auto">
      {splitMentions(text, people).map((part, index) =>
        typeof part === 'string' ? (
          <Plain key={index} text={part} />
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
