// A line of what was decided about duplicates, with the way back.
import { useState } from 'react'
import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'

interface HistoryLineProps {
  text: string
  createdAt: string
  userName: string
  /** Names the button for those who do not see what stands beside it. */
  undoLabel: string
  undone: string
  /** Null when it was taken back. */
  onUndo: (() => Promise<void>) | null
}

export function HistoryLine({ text, createdAt, userName, undoLabel, undone, onUndo }: HistoryLineProps) {
  const { t } = useTranslation('duplicates')
  const [isBusy, setBusy] = useState(false)
  const undo = async () => {
    if (onUndo === null) return
    setBusy(true)
    try {
      await onUndo()
      notify.success(undone)
    } catch (error) {
      notify.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <div>
        <Text size="sm">{text}</Text>
        <Text size="xs" c="dimmed">
          {formatDateTime(createdAt)} · {userName}
        </Text>
      </div>
      {onUndo === null ? (
        <Text size="xs" c="dimmed" flex="none">
          {t('wasUndone')}
        </Text>
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          flex="none"
          loading={isBusy}
          aria-label={undoLabel}
          onClick={() => void undo()}
        >
          {t('undo')}
        </Button>
      )}
    </Group>
  )
}
