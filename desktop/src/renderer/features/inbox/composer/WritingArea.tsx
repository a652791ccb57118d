// Under the conversation: the field for messages to the customer, or the one for notes to the team.
import { useHotkeys } from '@mantine/hooks'
import { Composer, type ComposerProps } from './Composer.tsx'
import { setNoting, useNoteDraft } from './note-draft.store.ts'
import { NoteComposer } from './NoteComposer.tsx'

export function WritingArea(props: ComposerProps) {
  const { ticket } = props
  const { isNoting } = useNoteDraft(ticket.id)
  useHotkeys([['mod+shift+N', () => setNoting(ticket.id, !isNoting)]], [])
  return isNoting ? <NoteComposer ticket={ticket} /> : <Composer {...props} />
}
