// A note between the messages: the team reads it where it was written, the customer never does.
import { useState } from 'react'
import { IconNote, IconTrash } from '@tabler/icons-react'
import type { TicketNote } from '@guiche/shared/features/inbox/ticket-notes.ts'
import { notify } from '#platform/device/notify.ts'
import { useIsAdmin, useUser } from '#platform/session/session.ts'
import { formatTime } from '#platform/text/format.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { NoteText } from '#features/inbox/ticket-notes/NoteText.tsx'
import { removeNote } from './timeline.store.ts'
import classes from './timeline.module.css'

export function NoteCard({ note }: { note: TicketNote }) {
  const { t } = useTranslation(['timeline', 'tickets', 'words'])
  const user = useUser()
  const isAdmin = useIsAdmin()
  const [isLeaving, setLeaving] = useState(false)
  const name = note.user?.name ?? t('tickets:formerUser')
  return (
    <div
      className={classes['note']}
      role="article"
      aria-label={t('noteOf', { name })}
      data-own={note.mentions.some(({ id }) => id === user.id) || undefined}
    >
      <div className={classes['head']}>
        <IconNote size={14} stroke={1.75} aria-hidden />
        <b dir="auto">{name}</b>
        <span>{t('teamOnly')}</span>
        {(isAdmin || note.user?.id === user.id) && (
          <IconButton
            size="sm"
            className={classes['delete'] ?? ''}
            label={t('tickets:deleteNote')}
            icon={IconTrash}
            onClick={() => setLeaving(true)}
          />
        )}
        <time dateTime={note.createdAt} className="g-numbers">
          {formatTime(note.createdAt)}
        </time>
      </div>
      <div className={classes['text']} dir="auto">
        <NoteText note={note} />
      </div>
      {isLeaving && (
        <ConfirmDialog
          title={t('tickets:deleteNoteTitle')}
          text={note.note}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeNote(note)
            notify.success(t('tickets:noteDeleted'))
          }}
          onClose={() => setLeaving(false)}
        />
      )}
    </div>
  )
}
