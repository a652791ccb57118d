// Under an own bubble: why it is not with the customer yet, or will not be, and what can be done about it.
import { Anchor, Progress } from '@mantine/core'
import type { Message } from '@guiche/shared/features/inbox/messages.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatDuration, formatSize } from '#platform/text/format.ts'
import { useRealtime } from '#platform/net/realtime.ts'
import { useIsAdmin, useUser } from '#platform/session/session.ts'
import { useLasting } from '#platform/state/lasting.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { useConnection } from '#features/inbox/connections/connections.store.ts'
import { cancel, retry } from '../actions/message-actions.ts'
import { mayCancel } from '../actions/message-rights.ts'
import { sendAgain, withdraw, type OutboxItem } from '../outbox/outbox.store.ts'
import classes from './bubble-status.module.css'

function Do({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Anchor component="button" type="button" size="xs" fw={500} onClick={onClick}>
      {label}
    </Anchor>
  )
}

function UploadBar({ item }: { item: OutboxItem }) {
  const { t } = useTranslation('messages')
  const { progress, clientId, file } = item
  const total = progress?.total ?? file?.size ?? 0
  const percent = progress && total > 0 ? (progress.sent / total) * 100 : 0
  return (
    <div className={classes['upload']}>
      <Progress value={percent} size="xs" aria-label={t('uploading')} />
      <div className={classes['line']}>
        <span className="g-numbers">
          {t('uploaded', { sent: formatSize(progress?.sent ?? 0), total: formatSize(total) })}
          {progress?.secondsLeft != null && ` · ${t('timeLeft', { time: formatDuration(progress.secondsLeft) })}`}
        </span>
        <Do label={t('cancel')} onClick={() => withdraw(clientId)} />
      </div>
    </div>
  )
}

function LocalStatus({ item }: { item: OutboxItem }) {
  const { t } = useTranslation(['messages', 'words'])
  const isOnline = useRealtime(({ state }) => state === 'online')
  const { clientId, refusal } = item
  if (item.state === 'refused' && refusal !== null) {
    const isLost = refusal.code === 'fileLost'
    const reason = isLost
      ? t('fileLost')
      : errorText(new ApiError(400, { error: refusal.code, values: refusal.values }))
    return (
      <div className={classes['line']} data-tone="bad" role="alert">
        <span>{t('refused', { reason })}</span>
        {!isLost && <Do label={t('sendAgain')} onClick={() => sendAgain(clientId)} />}
        <Do label={t('words:discard')} onClick={() => withdraw(clientId)} />
      </div>
    )
  }
  if (item.state === 'waiting' || (item.state === 'queued' && !isOnline)) {
    return (
      <div className={classes['line']}>
        <span>{t(item.isFileKept ? 'waitsForServer' : 'waitsUnkept')}</span>
        <Do label={t('cancel')} onClick={() => withdraw(clientId)} />
      </div>
    )
  }
  return item.file !== null && item.state === 'sending' ? <UploadBar item={item} /> : null
}

/** Milliseconds that a message may take to leave before people are told that it waits. */
const quietWait = 8_000

function ServerStatus({ message }: { message: Message }) {
  const { t } = useTranslation(['messages', 'words'])
  const user = useUser()
  const isAdmin = useIsAdmin()
  const connection = useConnection(message.whatsappId ?? 0)
  const isWaiting = message.delivery === 'waiting'
  const isLong = useLasting(isWaiting, quietWait, Date.parse(message.createdAt))

  if (message.delivery === 'failed') {
    return (
      <div className={classes['line']} data-tone="bad">
        <span>{t('words:notSent', { reason: t(`failure_${message.failure ?? 'unknown'}`) })}</span>
        <Do label={t('sendAgain')} onClick={() => void retry(message)} />
      </div>
    )
  }
  if (message.delivery === 'cancelled') return <div className={classes['line']}>{t('cancelled')}</div>
  if (message.refusedChange !== null) {
    return (
      <div className={classes['line']} data-tone="bad">
        {t(message.refusedChange.change === 'delete' ? 'deletionRefused' : 'editRefused')}
      </div>
    )
  }
  const isDown = connection !== null && connection.status !== 'CONNECTED'
  if (!isWaiting || (!isDown && !isLong)) return null
  return (
    <div className={classes['line']}>
      <span>{isDown ? t('waitsForConnection', { name: connection.name }) : t('waitsInLine')}</span>
      {mayCancel(message, user.id, isAdmin) && <Do label={t('cancel')} onClick={() => void cancel(message)} />}
    </div>
  )
}

interface BubbleStatusProps {
  message: Message
  /** What waits on this computer, when the server does not have the message yet. */
  local: OutboxItem | null
}

/** False for what has left, and for what others wrote. */
export function hasStatus(message: Message, local: OutboxItem | null): boolean {
  return (
    message.fromMe &&
    !message.isDeleted &&
    (local !== null || message.delivery !== 'sent' || message.refusedChange !== null)
  )
}

export const BubbleStatus = ({ message, local }: BubbleStatusProps) =>
  local === null ? <ServerStatus message={message} /> : <LocalStatus item={local} />
