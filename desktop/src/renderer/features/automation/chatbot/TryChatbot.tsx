// Tries the bot out as a customer would meet it, without WhatsApp: nothing is sent or stored.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, Group, Modal, Select, Text, TextInput } from '@mantine/core'
import { IconPaperclip, IconPhone, IconRefresh, IconSend, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Queue } from '@guiche/shared/features/org/queues.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { ensureConnections, useConnections } from '#features/inbox/connections/connections.store.ts'
import { WhatsappText } from '#ui/conversation/WhatsappText.tsx'
import classes from './try-chatbot.module.css'
import { useTryTalk, type TryLine } from './try-talk.ts'

const direct = 'queue'

function Note({ line }: { line: TryLine }) {
  const { t } = useTranslation('chatbot')
  const { kind, text, queue } = line
  const words = () => {
    if (kind === 'rating') return t('tryRating', { rating: text })
    if (kind === 'person') return queue === undefined ? t('tryPerson') : t('tryPersonIn', { queue })
    if (kind === 'answerer') return t('tryAnswerer')
    if (kind === 'files') return t('tryFiles', { name: text })
    if (kind === 'file') return t('tryFile')
    if (kind === 'call') return t('tryCall')
    if (kind === 'resolve') return t('tryResolved')
    return kind === 'reopened' ? t('tryReopened') : t('trySilent')
  }
  return (
    <Text size="xs" c="dimmed" className={classes['note']}>
      {words()}
    </Text>
  )
}

function Line({ line }: { line: TryLine }) {
  const { t } = useTranslation('chatbot')
  if (line.from === 'note') return <Note line={line} />
  return (
    <div className={classes['bubble']} data-own={line.from === 'customer' || undefined}>
      <span className={classes['who']}>{t(line.from === 'customer' ? 'tryCustomer' : 'tryBot')}: </span>
      <WhatsappText text={line.text} />
    </div>
  )
}

/** By the clocks of this computer; empty means now. */
function instantOf(typed: string): string | null {
  const date = typed === '' ? null : new Date(typed)
  return date === null || Number.isNaN(date.getTime()) ? null : date.toISOString()
}

interface TryChatbotProps {
  queue: Queue
  onClose: () => void
}

export function TryChatbot({ queue, onClose }: TryChatbotProps) {
  const { t } = useTranslation('chatbot')
  const life = useDialogLife(onClose)
  const connections = useConnections(({ items }) => items).filter(({ queueIds }) => queueIds.includes(queue.id))
  useEffect(() => void ensureConnections(), [])
  const [entry, setEntry] = useState(direct)
  const [at, setAt] = useState('')
  const [text, setText] = useState('')
  const place =
    entry === direct ? { queueId: queue.id, whatsappId: null } : { queueId: null, whatsappId: Number(entry) }
  const { lines, isBusy, send, restart } = useTryTalk(place, instantOf(at))
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
  }, [lines])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || isBusy) return
    setText('')
    void send({ type: 'text', text })
  }
  const choose = (value: string | null) => {
    setEntry(value ?? direct)
    restart()
  }
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={t('tryTitle', { name: queue.name })}
      size="md"
    >
      <Group grow align="flex-end" gap="xs" mb="sm">
        <Select
          label={t('tryEntry')}
          allowDeselect={false}
          data={[
            { value: direct, label: t('tryDirect') },
            ...connections.map(({ id, name }) => ({ value: String(id), label: t('tryConnection', { name }) }))
          ]}
          value={entry}
          onChange={choose}
        />
        <TextInput
          type="datetime-local"
          label={t('tryWhen')}
          value={at}
          onChange={(event) => setAt(event.currentTarget.value)}
        />
      </Group>
      <div className={classes['talk']} role="log" aria-label={t('tryTalk')} tabIndex={0}>
        {lines.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" m="auto">
            {t('tryEmpty')}
          </Text>
        )}
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
        <div ref={end} />
      </div>
      <form onSubmit={submit} className={classes['composer']}>
        <TextInput
          flex={1}
          aria-label={t('tryWrite')}
          placeholder={t('tryWrite')}
          maxLength={4096}
          autoComplete="off"
          data-autofocus
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <IconButton type="submit" variant="filled" label={t('trySend')} icon={IconSend} disabled={isBusy} />
      </form>
      <Group gap="xs" mt="xs" justify="space-between">
        <Group gap={4}>
          <IconButton
            label={t('trySendFile')}
            icon={IconPaperclip}
            disabled={isBusy}
            onClick={() => void send({ type: 'file' })}
          />
          <IconButton
            label={t('tryRing')}
            icon={IconPhone}
            disabled={isBusy}
            onClick={() => void send({ type: 'call' })}
          />
          <IconButton
            label={t('tryResolve')}
            icon={IconUserCheck}
            disabled={isBusy || lines.length === 0}
            onClick={() => void send({ type: 'resolve' })}
          />
        </Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconRefresh size={14} />}
          disabled={lines.length === 0}
          onClick={restart}
        >
          {t('tryRestart')}
        </Button>
      </Group>
    </Modal>
  )
}
