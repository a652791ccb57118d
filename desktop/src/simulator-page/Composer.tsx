// The line one writes in: text, emoji, attachments, recording, replies and edits.
import { useEffect, useRef, useState } from 'react'
import { NativeSelect, Text } from '@mantine/core'
import { IconMicrophone, IconSend2, IconX } from '@tabler/icons-react'
import { useTranslation } from '#platform/text/translation.ts'
import { EmojiButton } from '#ui/conversation/EmojiButton.tsx'
import type { VoiceFile } from '#ui/conversation/record-voice.ts'
import { VoiceRecorder } from '#ui/conversation/VoiceRecorder.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { AttachMenu } from './AttachMenu.tsx'
import { sendDraft, sendMedia, showPresence } from './send.ts'
import { base64Of } from './simulator-api.ts'
import { answer, edit, setDraft, useGroup, useSimulator, writeAsMember, writeAsOwner } from './simulator.store.ts'
import { useInShort } from './use-in-short.ts'
import classes from './composer.module.css'

/** Milliseconds after the last letter at which nobody types any more. */
const typingFor = 4_000

async function sendVoice({ file, duration, waveform }: VoiceFile): Promise<void> {
  await sendMedia({
    type: 'audio',
    ptt: true,
    base64: await base64Of(file),
    mime: file.type === 'audio/mp4' ? file.type : `${file.type}; codecs=opus`,
    seconds: Math.max(1, Math.round(duration)),
    waveform
  })
}

function Note({ title, text = '', onClose }: { title: string; text?: string; onClose: () => void }) {
  const { t } = useTranslation(['simulator', 'words'])
  return (
    <div className={classes['note']}>
      <div className={classes['words']}>
        <Text size="xs" fw={600} c="var(--mantine-color-anchor)">
          {title}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {text}
        </Text>
      </div>
      <IconButton label={t('words:cancel')} icon={IconX} size="md" onClick={onClose} />
    </div>
  )
}

/** What is written, and as whom: the member of a group, the owner, an answer, a new text. */
function Notes() {
  const { t } = useTranslation('simulator')
  const inShort = useInShort()
  const { customers, member, isOwner, replyTo, editing } = useSimulator()
  const group = useGroup()
  return (
    <>
      {group && (
        <label className={classes['note']}>
          <Text size="xs">{t('memberWrites')}</Text>
          <NativeSelect
            size="xs"
            flex={1}
            value={member}
            onChange={({ currentTarget }) => writeAsMember(currentTarget.value)}
            data={group.customers.map((id) => ({
              value: id,
              label: customers.find((customer) => customer.id === id)?.name ?? id
            }))}
          />
        </label>
      )}
      {isOwner && <Note title={t('writeAsOwner')} onClose={() => writeAsOwner(false)} />}
      {replyTo && <Note title={t('reply')} text={inShort(replyTo)} onClose={() => answer(null)} />}
      {editing && <Note title={t('editing')} text={inShort(editing)} onClose={() => edit(null)} />}
    </>
  )
}

export function Composer() {
  const { t } = useTranslation(['simulator', 'composer'])
  const draft = useSimulator((state) => state.draft)
  const replyTo = useSimulator((state) => state.replyTo)
  const editing = useSimulator((state) => state.editing)
  const [isRecording, setRecording] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    if (replyTo || editing) field.current?.focus()
  }, [replyTo, editing])

  const stopTyping = () => {
    if (typing.current === undefined) return
    clearTimeout(typing.current)
    typing.current = undefined
    showPresence('paused')
  }
  const write = (text: string) => {
    if (typing.current === undefined) showPresence('composing')
    clearTimeout(typing.current)
    typing.current = setTimeout(stopTyping, typingFor)
    setDraft(text)
  }
  const submit = async () => {
    await sendDraft()
    if (useSimulator.getState().draft === '') stopTyping()
  }
  const insert = (emoji: string) => {
    const { current } = field
    const [from, to] = [current?.selectionStart ?? draft.length, current?.selectionEnd ?? draft.length]
    write(draft.slice(0, from) + emoji + draft.slice(to))
    requestAnimationFrame(() => current?.setSelectionRange(from + emoji.length, from + emoji.length))
  }
  const endRecording = () => {
    showPresence('paused')
    setRecording(false)
  }
  const isEmpty = draft.trim() === ''
  return (
    <div className={classes['composer']}>
      <Notes />
      {isRecording ? (
        <VoiceRecorder
          onStarted={() => showPresence('recording')}
          onSend={(voice) => void sendVoice(voice)}
          onClose={endRecording}
        />
      ) : (
        <div className={classes['tools']}>
          <EmojiButton isDisabled={false} onChoose={insert} onClosed={() => field.current?.focus()} />
          <AttachMenu />
          <textarea
            ref={field}
            className={classes['field']}
            rows={1}
            value={draft}
            placeholder={t('message')}
            aria-label={t('message')}
            onChange={({ currentTarget }) => write(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
              event.preventDefault()
              void submit()
            }}
          />
          <IconButton
            label={isEmpty ? t('composer:record') : t('send')}
            icon={isEmpty ? IconMicrophone : IconSend2}
            size={36}
            radius="xl"
            variant="filled"
            onClick={() => (isEmpty ? setRecording(true) : void submit())}
          />
        </div>
      )}
    </div>
  )
}
