// The field one writes to colleagues in: text, emoji, files, and members by `@`.
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { FileButton, Textarea } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { longestChatMessage, type Chat } from '@guiche/shared/features/team/internal-chat.ts'
import { useBusy } from '#platform/state/busy.ts'
import { useUser } from '#platform/session/session.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { EmojiButton } from '#ui/conversation/EmojiButton.tsx'
import { SendButton } from '#ui/conversation/SendButton.tsx'
import { insertAtCursor, takePastedFiles } from '#ui/conversation/writing.ts'
import { chatDrafts } from './chat-drafts.store.ts'
import classes from './chat-pane.module.css'
import { sendToChat } from './chat-threads.store.ts'
import { useChatTypingNotice } from './chat-typing.store.ts'
import { ChosenFiles } from './ChosenFiles.tsx'
import { MentionOffers } from './MentionOffers.tsx'
import type { FileSelection } from './use-chosen-files.ts'
import { useMentionPicker } from './use-mention-picker.ts'

/** Rows to which the field grows. */
const mostRows = 6

interface ChatComposerProps {
  chat: Chat
  chosen: FileSelection
}

export function ChatComposer({ chat, chosen }: ChatComposerProps) {
  const { t } = useTranslation(['chats', 'composer'])
  const { id } = useUser()
  const field = useRef<HTMLTextAreaElement>(null)
  const text = chatDrafts.use(({ drafts }) => drafts.get(chat.id)?.text ?? '')
  const { files, attach, remove, clear } = chosen
  const write = (next: string) => void chatDrafts.save(chat.id, { text: next })
  const typed = useChatTypingNotice(chat.id)
  const people = useMemo(
    () => chat.users.filter(({ userId }) => userId !== id).map(({ userId, user }) => ({ userId, name: user.name })),
    [chat.users, id]
  )
  const picker = useMentionPicker({ text, setText: write, field, people })
  useBusy('writing', text.trim() !== '')
  useEffect(() => {
    if (!window.matchMedia('(pointer: coarse)').matches) field.current?.focus()
  }, [])

  const canSend = text.trim() !== '' || files.length > 0
  const submit = () => {
    if (!canSend) return
    // The text goes with the first file.
    const [first = null, ...more] = files
    sendToChat(chat.id, text, first)
    for (const file of more) sendToChat(chat.id, '', file)
    write('')
    clear()
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (picker.onKeyDown(event)) return
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  return (
    <div className={classes['composer']} onPaste={(event) => attach(takePastedFiles(event))}>
      {picker.isOpen && <MentionOffers picker={picker} />}
      {files.length > 0 && <ChosenFiles files={files} onRemove={remove} />}
      <Textarea
        ref={field}
        variant="unstyled"
        classNames={{ input: classes['input'] ?? '' }}
        dir="auto"
        minRows={1}
        maxRows={mostRows}
        maxLength={longestChatMessage}
        aria-label={t('messageTo', { title: chat.title })}
        placeholder={t('placeholder')}
        value={text}
        onChange={(event) => {
          write(event.currentTarget.value)
          picker.follow()
          if (event.currentTarget.value.trim() !== '') typed()
        }}
        onSelect={picker.follow}
        onKeyDown={onKeyDown}
        {...picker.aria}
      />
      <div className={classes['tools']}>
        <EmojiButton
          isDisabled={false}
          onChoose={(emoji) => insertAtCursor(field.current, emoji, write)}
          onClosed={() => field.current?.focus()}
        />
        <FileButton multiple onChange={attach}>
          {(props) => <IconButton {...props} label={t('attach')} icon={IconPaperclip} />}
        </FileButton>
        <span className={classes['gap']} />
        <SendButton label={t('send')} isDisabled={!canSend} onClick={submit} />
      </div>
    </div>
  )
}
