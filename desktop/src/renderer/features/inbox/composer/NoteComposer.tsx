// The field while it writes a note: in another colour, so that nobody takes it for a message to the customer.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Button } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { longestNote, noteDraft } from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { notify } from '#platform/device/notify.ts'
import { useBusy } from '#platform/state/busy.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { addNote } from '#features/inbox/timeline/timeline.store.ts'
import { useMentionable } from '#features/inbox/ticket-notes/mentions.store.ts'
import { useMentionKeys } from '#ui/conversation/use-mention-keys.tsx'
import { ComposerField } from './ComposerField.tsx'
import { saveNoteText, setNoting, useNoteDraft } from './note-draft.store.ts'
import { WritingSwitch } from './WritingSwitch.tsx'
import classes from './composer.module.css'

export function NoteComposer({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('composer')
  const { id } = ticket
  const { text } = useNoteDraft(id)
  const [isSaving, setSaving] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const people = useMentionable(id, text.includes('@'))
  const names = useMentionKeys({ owner: id, people, text, setText: (next) => saveNoteText(id, next), field })
  const canAdd = !isSaving && noteDraft.safeParse({ note: text, ticketId: id }).success
  useBusy('writing', text.trim() !== '')
  useEffect(() => field.current?.focus({ preventScroll: true }), [id])

  const add = async () => {
    if (!canAdd) return
    setSaving(true)
    try {
      await addNote(ticket, text.trim())
      saveNoteText(id, '')
    } catch (error) {
      notify.error(error)
    } finally {
      setSaving(false)
      field.current?.focus()
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || names.takeKey(event)) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      void add()
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setNoting(id, false)
    }
  }
  return (
    <div className={classes['composer']} data-noting>
      <WritingSwitch ticketId={id} isNoting />
      {names.offers}
      <ComposerField
        key={id}
        ref={field}
        dir="auto"
        disabled={false}
        readOnly={isSaving}
        aria-label={t('noteFor', { name: ticket.contact.name })}
        placeholder={t('notePlaceholder')}
        maxLength={longestNote}
        value={text}
        onChange={(event) => {
          saveNoteText(id, event.currentTarget.value)
          names.onCaret()
        }}
        onSelect={names.onCaret}
        onKeyDown={onKeyDown}
        {...names.aria}
      />
      <div className={classes['tools']}>
        <span className={classes['noteHint']}>{t('noteHint')}</span>
        <span className={classes['gap']} />
        <Button
          size="compact-md"
          color="yellow"
          variant="light"
          leftSection={<IconNote size={16} />}
          disabled={!canAdd}
          loading={isSaving}
          onClick={() => void add()}
        >
          {t('addNote')}
        </Button>
      </div>
    </div>
  )
}
