// The field one writes messages in: text, emoji, files, voice, quick replies, answers and edits.
import { Suspense, useEffect, useRef, useState, type ComponentProps } from 'react'
import { Button } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useBusy } from '#platform/state/busy.ts'
import { later } from '#platform/state/later.ts'
import { notify } from '#platform/device/notify.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { insertAtCursor, takePastedFiles } from '#ui/conversation/writing.ts'
import { attach, mostFiles } from './attachments.store.ts'
import { AttachmentTray } from './AttachmentTray.tsx'
import { ComposerField } from './ComposerField.tsx'
import { ComposerNotice } from './ComposerNotice.tsx'
import { ComposerTools } from './ComposerTools.tsx'
import { fetchQuickFile } from './quick-file.ts'
import { QuickReplies } from './QuickReplies.tsx'
import { useComposer } from './use-composer.ts'
import { useComposerFocus } from './use-composer-focus.ts'
import { useComposerKeys } from './use-composer-keys.ts'
import { useCustomerTypingNotice } from './use-customer-typing-notice.ts'
import { setNoting } from './note-draft.store.ts'
import { WritingSwitch } from './WritingSwitch.tsx'
import { WritingContext } from './WritingContext.tsx'
import classes from './composer.module.css'

const VoiceRecorder = later(() => import('#ui/conversation/VoiceRecorder.tsx').then((module) => module.VoiceRecorder))

function Recording(props: ComponentProps<typeof VoiceRecorder>) {
  return (
    <div className={classes['composer']}>
      <Suspense>
        <VoiceRecorder {...props} />
      </Suspense>
    </div>
  )
}

/** Where nobody answers yet, or any more: the way to do so, and to leave a note. */
function TakeFirst({ ticket, onTake }: Pick<ComposerProps, 'ticket' | 'onTake'>) {
  const { t } = useTranslation(['composer', 'tickets'])
  return (
    <>
      <IconButton label={t('writeNote')} icon={IconNote} onClick={() => setNoting(ticket.id, true)} />
      <Button variant="light" size="compact-md" className={classes['take'] ?? ''} onClick={onTake}>
        {t(ticket.status === 'pending' ? 'tickets:accept' : 'tickets:reopen')}
      </Button>
    </>
  )
}

export interface ComposerProps {
  ticket: Ticket
  /** Takes a waiting ticket or takes up a closed one. */
  onTake: () => void
  /** Escape with nothing left to take back. */
  onEscape: () => void
}

export function Composer({ ticket, onTake, onEscape }: ComposerProps) {
  const { t } = useTranslation(['composer', 'tickets'])
  const composer = useComposer(ticket)
  const notice = useCustomerTypingNotice(ticket.id)
  // The composer stays when another ticket is opened; a recording does not go along, nor wait for the way back.
  const [recordingFor, setRecordingFor] = useState<number | null>(null)
  useEffect(() => () => setRecordingFor(null), [ticket.id])
  const field = useRef<HTMLTextAreaElement>(null)
  const focus = () => field.current?.focus()
  const { text, setText, quoted, editing, attachments, canSend } = composer
  const isOpen = ticket.status === 'open'
  const canWrite = isOpen && ticket.whatsappId !== null
  useBusy('writing', canWrite && text.trim() !== '')

  const submit = () => {
    if (!canSend) return
    notice.stopped()
    composer.submit()
    focus()
  }
  const take = (files: File[]) => {
    if (!canWrite || files.length === 0) return
    if (attach(ticket.id, files) > 0) notify.warning(t('tooManyFiles', { limit: mostFiles }), { autoClose: 6_000 })
    focus()
  }
  const keys = useComposerKeys({
    ticket,
    text,
    setText,
    submit,
    field,
    stepBack: composer.stepBack,
    onEscape,
    onFile: (message) => void fetchQuickFile(message).then((file) => take([file]), notify.error)
  })
  useComposerFocus(field, {
    ticketId: ticket.id,
    canWrite,
    quotedId: quoted?.id,
    editingId: editing?.id,
    onSlash: () => text === '' && setText('/')
  })

  if (recordingFor === ticket.id) {
    const close = () => {
      notice.stopped()
      setRecordingFor(null)
      requestAnimationFrame(focus)
    }
    return <Recording onStarted={notice.recording} onSend={composer.sendVoice} onClose={close} />
  }
  const writing = attachments.length === 1 ? t('placeholderCaption') : t('placeholder')
  const placeholder = isOpen ? writing : t(ticket.status === 'pending' ? 'acceptFirst' : 'reopenFirst')
  return (
    <div
      className={classes['composer']}
      data-closed={!isOpen || undefined}
      onPaste={(event) => take(takePastedFiles(event))}
    >
      {isOpen && <WritingSwitch ticketId={ticket.id} isNoting={false} />}
      {isOpen && <ComposerNotice ticket={ticket} />}
      <WritingContext
        quoted={quoted}
        editing={editing}
        contactName={ticket.contact.name}
        onClose={() => {
          composer.stepBack()
          focus()
        }}
      />
      {editing === null && attachments.length > 0 && (
        <AttachmentTray ticketId={ticket.id} attachments={attachments} onSubmit={submit} />
      )}
      {keys.suggestions !== null && (
        <QuickReplies
          id={keys.listId}
          suggestions={keys.suggestions}
          hasAny={keys.hasAny}
          active={keys.active}
          onHover={keys.setActive}
          onChoose={keys.choose}
        />
      )}
      <ComposerField
        // What can be undone in the field belongs to one ticket.
        key={ticket.id}
        ref={field}
        dir="auto"
        disabled={!canWrite}
        aria-label={t('label', { name: ticket.contact.name })}
        placeholder={placeholder}
        value={canWrite ? text : ''}
        onChange={(event) => {
          setText(event.currentTarget.value)
          if (editing === null && event.currentTarget.value.trim() !== '') notice.typed()
        }}
        onKeyDown={keys.onKeyDown}
        onBlur={notice.stopped}
        {...keys.aria}
      />
      {isOpen ? (
        <ComposerTools
          canWrite={canWrite}
          canSend={canSend}
          isEditing={editing !== null}
          isSigning={composer.isSigning}
          onEmoji={(emoji) => insertAtCursor(field.current, emoji, setText)}
          onFormat={keys.format}
          onFiles={take}
          onRecord={() => setRecordingFor(ticket.id)}
          onSend={submit}
          onFocus={focus}
        />
      ) : (
        <TakeFirst ticket={ticket} onTake={onTake} />
      )}
    </div>
  )
}
