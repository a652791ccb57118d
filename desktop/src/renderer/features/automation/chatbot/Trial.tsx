// Tries the bot out as a customer would meet it, on something like a phone: nothing is sent or stored.
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Button, Group, Select, Text, TextInput, VisuallyHidden } from '@mantine/core'
import { IconPaperclip, IconPhone, IconRefresh, IconSend, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Queue } from '@guiche/shared/features/org/queues.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { ensureConnections, useConnections } from '#features/inbox/connections/connections.store.ts'
import { WhatsappText } from '#ui/conversation/WhatsappText.tsx'
import classes from './trial.module.css'
import type { Trial as TrialTalk, TryLine } from './use-trial.ts'

const direct = 'queue'

function Note({ line }: { line: TryLine }) {
  const { t } = useTranslation('chatbot')
  const { kind, text, queue } = line
  const words = () => {
    if (kind === 'failed') return text
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
    <Text size="xs" className={classes['note'] ?? ''} data-failed={kind === 'failed' || undefined}>
      {words()}
    </Text>
  )
}

function Line({ line }: { line: TryLine }) {
  const { t } = useTranslation('chatbot')
  if (line.from === 'note') return <Note line={line} />
  return (
    <div className={classes['bubble']} data-own={line.from === 'customer' || undefined}>
      <VisuallyHidden>{t(line.from === 'customer' ? 'tryCustomer' : 'tryBot')}: </VisuallyHidden>
      <WhatsappText text={line.text} />
    </div>
  )
}

/** How the customer arrives, and when. */
function Arrival({ queue, trial }: { queue: Queue; trial: TrialTalk }) {
  const { t } = useTranslation('chatbot')
  const connections = useConnections(({ items }) => items).filter(({ queueIds }) => queueIds.includes(queue.id))
  useEffect(() => void ensureConnections(), [])
  const { target, aim } = trial
  return (
    <div className={classes['arrival']}>
      <Select
        label={t('tryEntry')}
        allowDeselect={false}
        data={[
          { value: direct, label: t('tryDirect') },
          ...connections.map(({ id, name }) => ({ value: String(id), label: t('tryConnection', { name }) }))
        ]}
        value={target.whatsappId === null ? direct : String(target.whatsappId)}
        onChange={(value) => aim({ ...target, whatsappId: value === null || value === direct ? null : Number(value) })}
      />
      <TextInput
        type="datetime-local"
        label={t('tryWhen')}
        value={target.when}
        onChange={(event) => aim({ ...target, when: event.currentTarget.value })}
      />
    </div>
  )
}

function Talk({ trial, isUnsaved }: { trial: TrialTalk; isUnsaved: boolean }) {
  const { t } = useTranslation('chatbot')
  const { lines, isBusy, send } = trial
  const talk = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The page around it stays where it is.
    talk.current?.scrollTo({ top: talk.current.scrollHeight })
  }, [lines])
  return (
    <div ref={talk} className={classes['talk']} role="log" aria-label={t('tryTalk')} tabIndex={0}>
      {lines.length === 0 && (
        <div className={classes['start']}>
          <Text size="sm" c="dimmed" ta="center">
            {t('tryEmpty')}
          </Text>
          <Button disabled={isBusy} onClick={() => void send({ type: 'text', text: t('tryHello') })}>
            {t('tryStart')}
          </Button>
        </div>
      )}
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
      {isUnsaved && (
        <Text size="xs" className={classes['note'] ?? ''}>
          {t('tryUnsaved')}
        </Text>
      )}
    </div>
  )
}

interface TrialProps {
  queue: Queue
  trial: TrialTalk
  /** Something is typed that does not count yet. */
  isUnsaved: boolean
}

export function Trial({ queue, trial, isUnsaved }: TrialProps) {
  const { t } = useTranslation('chatbot')
  const { lines, isBusy, send, restart } = trial
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' || isBusy) return
    setText('')
    void send({ type: 'text', text })
  }
  const again = () => {
    restart()
    field.current?.focus()
  }
  const press = (key: string, label: string) => (
    <Button
      variant="default"
      size="compact-md"
      disabled={isBusy}
      onClick={() => void send({ type: 'text', text: key })}
    >
      {`${key} · ${label}`}
    </Button>
  )
  return (
    <section className={classes['trial']} aria-label={t('try')}>
      <Arrival queue={queue} trial={trial} />
      <div className={classes['phone']}>
        <Group className={classes['head'] ?? ''} justify="space-between" wrap="nowrap" gap="xs">
          <Text fw={600} truncate>
            {queue.name}
          </Text>
          <IconButton label={t('tryRestart')} icon={IconRefresh} disabled={lines.length === 0} onClick={again} />
        </Group>
        <Talk trial={trial} isUnsaved={isUnsaved} />
        <Group gap="xs" className={classes['keys'] ?? ''} wrap="nowrap">
          {press('0', t('tryBack'))}
          {press('#', t('tryFirst'))}
        </Group>
        <form onSubmit={submit} className={classes['composer']}>
          <TextInput
            ref={field}
            flex={1}
            aria-label={t('tryWrite')}
            placeholder={t('tryWrite')}
            maxLength={4096}
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <IconButton type="submit" variant="filled" label={t('trySend')} icon={IconSend} disabled={isBusy} />
        </form>
      </div>
      <Group gap="xs" justify="center">
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
    </section>
  )
}
