// The notes on a ticket: attendants write them for one another, customers never see them.
import { useEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { Alert, Button, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { longestNote, noteDraft, type TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { useIsAdmin, useUser } from '#platform/session/session.ts'
import { addNote, notesAmong, removeNote, timeline } from '#features/inbox/timeline/timeline.store.ts'
import { checkWith } from '#platform/text/validation.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { NoteText } from './NoteText.tsx'
import { useMentionKeys } from '#ui/conversation/use-mention-keys.tsx'
import { useMentionable } from './mentions.store.ts'
import classes from './notes-panel.module.css'

function NoteForm({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets')
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const people = useMentionable(ticket.id, text.includes('@'))
  const names = useMentionKeys({ owner: ticket.id, people, text, setText, field })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = checkWith(noteDraft)({ note: text, ticketId: ticket.id })['note']
    if (wrong !== undefined) return setError(wrong)
    setBusy(true)
    try {
      await addNote(ticket, text.trim())
      setText('')
      notify.success(t('noteAdded'))
    } catch (refused) {
      notify.error(refused)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className={classes['form']} onSubmit={(event) => void submit(event)}>
      {names.offers}
      <Textarea
        ref={field}
        aria-label={t('noteText')}
        placeholder={t('notePlaceholder')}
        minRows={2}
        maxRows={8}
        maxLength={longestNote}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setError(null)
          names.onCaret()
        }}
        onSelect={names.onCaret}
        onKeyDown={(event) => {
          if (names.takeKey(event)) event.stopPropagation()
        }}
        {...names.aria}
      />
      <Button type="submit" size="compact-sm" mt={6} variant="default" loading={isBusy} disabled={text.trim() === ''}>
        {t('addNote')}
      </Button>
    </form>
  )
}

function Note({ note, onDelete }: { note: TicketNote; onDelete: (() => void) | null }) {
  const { t } = useTranslation('tickets')
  return (
    <li className={classes['note']}>
      <div className={classes['head']}>
        <Text size="xs" fw={600}>
          {note.user?.name ?? t('formerUser')}
        </Text>
        <Text size="xs" c="dimmed" component="time" className="g-numbers">
          {formatDateTime(note.createdAt)}
        </Text>
        {onDelete !== null && (
          <IconButton size="sm" ml="auto" label={t('deleteNote')} onClick={onDelete}>
            <IconTrash size={14} />
          </IconButton>
        )}
      </div>
      <Text dir="auto" className={classes['text']}>
        <NoteText note={note} />
      </Text>
    </li>
  )
}

export function NotesPanel({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation(['tickets', 'words'])
  const { shown, phase, error } = timeline.useThread(ticket.id)
  const notes = useMemo(() => notesAmong(shown.rows), [shown.rows])
  const user = useUser()
  const isAdmin = useIsAdmin()
  const [leaving, setLeaving] = useState<TicketNote | null>(null)
  const { id } = ticket
  useEffect(() => {
    timeline.open(id)
    return () => timeline.leave(id)
  }, [id])
  const remove = async (note: TicketNote) => {
    await removeNote(note)
    notify.success(t('noteDeleted'))
  }
  return (
    <Stack gap="sm">
      <NoteForm key={ticket.id} ticket={ticket} />
      {(phase === 'idle' || phase === 'loading') && <Skeleton height={44} />}
      {error !== null && (
        <Alert color="red" title={t('notesFailed')}>
          {errorText(error)}
          <Button size="compact-xs" variant="default" mt="xs" display="block" onClick={() => void timeline.refresh(id)}>
            {t('words:retry')}
          </Button>
        </Alert>
      )}
      {phase === 'ready' && error === null && notes.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('words:emptyList')}
        </Text>
      )}
      <ul className={classes['list']}>
        {notes.map((note) => (
          <Note
            key={note.id}
            note={note}
            onDelete={isAdmin || note.user?.id === user.id ? () => setLeaving(note) : null}
          />
        ))}
      </ul>
      {leaving !== null && (
        <ConfirmDialog
          title={t('deleteNoteTitle')}
          text={leaving.note}
          confirmLabel={t('words:delete')}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(null)}
        />
      )}
    </Stack>
  )
}
