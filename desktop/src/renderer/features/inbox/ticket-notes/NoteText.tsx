// The text of a note, in which the names of those whom it mentions stand out.
import type { TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { mentionParts } from '#ui/conversation/mention-text.ts'
import classes from './notes-panel.module.css'

export function NoteText({ note: { note, mentions } }: { note: Pick<TicketNote, 'note' | 'mentions'> }) {
  let place = 0
  return mentionParts(note, mentions).map(({ text, isMention }) => {
    place += text.length
    return isMention ? (
      <b key={place} className={classes['mention']}>
        {text}
      </b>
    ) : (
      text
    )
  })
}
