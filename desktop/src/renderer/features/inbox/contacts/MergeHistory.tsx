// Merges done by hand, newest first, each with the way back.
import { useEffect, useState } from 'react'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ContactMerge } from '@guiche/shared/features/inbox/contact-merges.ts'
import { formatDateTime } from '#platform/format.ts'
import { notify } from '#platform/notify.ts'
import { merges, takeBack } from './duplicates.store.ts'

const MergeLine = ({ merge }: { merge: ContactMerge }) => {
  const { t } = useTranslation('duplicates')
  const [isBusy, setBusy] = useState(false)
  const undo = async () => {
    setBusy(true)
    try {
      await takeBack(merge.id)
      notify.success(t('undone'))
    } catch (error) {
      notify.error(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="xs">
      <div>
        <Text size="sm">{t('mergedInto', { gone: merge.goneName, kept: merge.keptName })}</Text>
        <Text size="xs" c="dimmed">
          {formatDateTime(merge.createdAt)} · {merge.userName}
        </Text>
      </div>
      {merge.undoneAt === null ? (
        <Button
          variant="subtle"
          size="compact-sm"
          flex="none"
          loading={isBusy}
          aria-label={t('undoOf', { name: merge.goneName })}
          onClick={() => void undo()}
        >
          {t('undo')}
        </Button>
      ) : (
        <Text size="xs" c="dimmed" flex="none">
          {t('wasUndone')}
        </Text>
      )}
    </Group>
  )
}

export const MergeHistory = () => {
  const { t } = useTranslation('duplicates')
  const items = merges.use((state) => state.items)
  useEffect(() => void merges.refresh(), [])
  if (items.length === 0) return null
  return (
    <Stack gap="xs">
      <Text fw={500}>{t('history')}</Text>
      <Stack component="ul" gap="xs" m={0} p={0}>
        {items.map((merge) => (
          <MergeLine key={merge.id} merge={merge} />
        ))}
      </Stack>
    </Stack>
  )
}
