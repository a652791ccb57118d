// The field one writes messages in: text, emoji, files, voice, quick replies, answers and edits.
import { memo, Suspense, useEffect, useRef, useState, type ComponentPropsWithRef } from 'react'
import { Button, Switch, Textarea, Tooltip } from '@mantine/core'
import { IconMicrophone, IconSend2 } from '@tabler/icons-react'
import type { Ticket } from '@guiche/shared/features/inbox/tickets.ts'
import { useBusy } from '#platform/state/busy.ts'
import { later } from '#platform/state/later.ts'
import { remember } from '#platform/state/local-store.ts'
import { notify } from '#platform/device/notify.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { useShortcutKeys } from '#ui/keys/use-shortcut-keys.ts'
import { AttachButton } from './AttachButton.tsx'
import { attach, mostFiles } from './attachments.store.ts'
import { AttachmentTray } from './AttachmentTray.tsx'
import { ComposerNotice } from './ComposerNotice.tsx'
import { EmojiButton } from '#ui/conversation/EmojiButton.tsx'
import { fetchQuickFile } from './quick-file.ts'
import { QuickReplies } from './QuickReplies.tsx'
import { useComposer } from './use-composer.ts'
import { useComposerKeys } from './use-composer-keys.ts'
import { useTypingNotice } from './use-typing-notice.ts'
import { WritingContext } from './WritingContext.tsx'
import classes from './composer.module.css'

const VoiceRecorder = later(() => import('#ui/conversation/VoiceRecorder.tsx').then((module) => module.VoiceRecorder))

/** Rows to which the field grows (spec R183). */
const mostRows = 5

/** Browsers that can let the field grow by themselves spare the measuring of every key. */
const growsByItself = CSS.supports('field-sizing', 'content')

/** Where the browser lets it grow, the bare element: the library's would be drawn twice with every ticket that is opened. */
function Field(props: Omit<ComponentPropsWithRef<'textarea'>, 'disabled' | 'required'> & { disabled: boolean }) {
  return growsByItself ? (
    <div className={classes['field']}>
      <textarea className={classes['input']} rows={1} {...props} />
    </div>
  ) : (
    <Textarea
      variant="unstyled"
      className={classes['field'] ?? ''}
      classNames={{ input: classes['input'] ?? '' }}
      minRows={1}
      maxRows={mostRows}
      {...props}
    />
  )
}

/** True where a finger, not a mouse, points: there the keyboard would cover half the screen at once. */
const isTouch = (): boolean => window.matchMedia('(pointer: coarse)').matches

/** Drawn anew only when it changes, and not with every key. */
const Sign = memo(({ isOn, isDisabled }: { isOn: boolean; isDisabled: boolean }) => {
  const { t } = useTranslation('composer')
  return (
    <Tooltip label={t('signHint')}>
      <div className={classes['sign']}>
        <Switch
          size="xs"
          label={t('sign')}
          checked={isOn}
          disabled={isDisabled}
          onChange={(event) => remember('signOption', event.currentTarget.checked)}
        />
      </div>
    </Tooltip>
  )
})

interface ComposerProps {
  ticket: Ticket
  /** Takes a waiting ticket or takes up a closed one. */
  onTake: () => void
  /** Escape with nothing left to take back. */
  onEscape: () => void
}

export function Composer({ ticket, onTake, onEscape }: ComposerProps) {
  const { t } = useTranslation(['composer', 'tickets'])
  const composer = useComposer(ticket)
  const notice = useTypingNotice(ticket.id)
  // The composer stays when another ticket is opened; a recording does not go along, nor wait for the way back.
  const [recordingFor, setRecordingFor] = useState<number | null>(null)
  const isRecording = recordingFor === ticket.id
  useEffect(() => () => setRecordingFor(null), [ticket.id])
  const field = useRef<HTMLTextAreaElement>(null)
  const focus = () => field.current?.focus()
  const { text, setText, quoted, editing, attachments } = composer
  const isOpen = ticket.status === 'open'
  const canWrite = isOpen && ticket.whatsappId !== null
  useBusy('writing', canWrite && text.trim() !== '')

  const submit = () => {
    if (!composer.canSend) return
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
    queueId: ticket.queueId,
    text,
    setText,
    submit,
    field,
    stepBack: composer.stepBack,
    onEscape,
    onFile: (message) => void fetchQuickFile(message).then((file) => take([file]), notify.error)
  })

  // Opening a ticket, answering and editing all lead to the field.
  const quotedId = quoted?.id
  const editingId = editing?.id
  useEffect(() => {
    if (canWrite && (!isTouch() || quotedId !== undefined || editingId !== undefined)) {
      // The field is in view already; looking for it would lay the page out once more.
      field.current?.focus({ preventScroll: true })
    }
  }, [ticket.id, canWrite, quotedId, editingId])
  const startShortcut = () => {
    if (!canWrite) return
    if (text === '') setText('/')
    focus()
  }
  // On many keyboards the slash is the shift of a number.
  useShortcutKeys([
    ['/', startShortcut],
    ['shift+/', startShortcut]
  ])

  const insert = (emoji: string) => {
    const { current } = field
    const [from, to] = [current?.selectionStart ?? text.length, current?.selectionEnd ?? text.length]
    setText(text.slice(0, from) + emoji + text.slice(to))
    const place = from + emoji.length
    requestAnimationFrame(() => field.current?.setSelectionRange(place, place))
  }

  if (isRecording) {
    return (
      <div className={classes['composer']}>
        <Suspense>
          <VoiceRecorder
            onStarted={notice.recording}
            onSend={composer.sendVoice}
            onClose={() => {
              notice.stopped()
              setRecordingFor(null)
              requestAnimationFrame(focus)
            }}
          />
        </Suspense>
      </div>
    )
  }
  const placeholder = !isOpen
    ? t(ticket.status === 'pending' ? 'acceptFirst' : 'reopenFirst')
    : attachments.length === 1
      ? t('placeholderCaption')
      : t('placeholder')
  return (
    <div
      className={classes['composer']}
      data-closed={!isOpen || undefined}
      onPaste={(event) => {
        const { files } = event.clipboardData
        // Spreadsheets and word processors put a picture beside the text: the text is meant.
        if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
        event.preventDefault()
        take([...files])
      }}
    >
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
          active={keys.active}
          onHover={keys.setActive}
          onChoose={keys.choose}
        />
      )}
      <Field
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
        <div className={classes['tools']}>
          <EmojiButton isDisabled={!canWrite} onChoose={insert} onClosed={focus} />
          <AttachButton isDisabled={!canWrite || editing !== null} onChoose={take} />
          <Sign isOn={composer.isSigning} isDisabled={!canWrite || editing !== null} />
          <span className={classes['gap']} />
          {canWrite && !composer.canSend && editing === null && (
            <IconButton label={t('record')} icon={IconMicrophone} onClick={() => setRecordingFor(ticket.id)} />
          )}
          {canWrite && (
            <IconButton
              label={t(editing === null ? 'send' : 'saveEdit')}
              size={36}
              radius="xl"
              variant="filled"
              color="petrol"
              disabled={!composer.canSend}
              onClick={submit}
            >
              <IconSend2 size={18} stroke={1.75} />
            </IconButton>
          )}
        </div>
      ) : (
        <Button variant="light" size="compact-md" className={classes['take'] ?? ''} onClick={onTake}>
          {t(ticket.status === 'pending' ? 'tickets:accept' : 'tickets:reopen')}
        </Button>
      )}
    </div>
  )
}
