// How it stands with updates, where the desktop app speaks of itself: the version, the last look, a button for the next step.
import { Button, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UpdateState } from '#bridge/update-channels.ts'
import { lookForUpdate, useUpdates } from '#platform/device/updates.ts'
import { RestartButton } from './RestartButton.tsx'

function useWords(): (update: UpdateState) => string {
  const { t } = useTranslation('updates')
  return (update) => {
    switch (update.kind) {
      case 'off':
        return t(`off_${update.why}`)
      case 'checking':
        return t('checking')
      case 'downloading':
        return t('downloading', { version: update.version, percent: update.percent })
      case 'ready':
        return t('ready', { version: update.version })
      case 'idle':
        if (update.problem !== null) return t(`problem_${update.problem}`)
        return t(update.checkedAt === null ? 'notLooked' : 'upToDate')
    }
  }
}

interface UpdateStatusProps {
  /** Where it stands in the line. */
  align?: 'flex-start' | 'center'
}

export function UpdateStatus({ align = 'flex-start' }: UpdateStatusProps) {
  const { t } = useTranslation('updates')
  const wordsFor = useWords()
  const update = useUpdates((state) => state.update)
  if (update === null) return null
  return (
    <Stack gap="xs" align={align}>
      <Text size="sm" role="status">
        {wordsFor(update)}
      </Text>
      {update.kind === 'ready' && <RestartButton />}
      {update.kind !== 'off' && update.kind !== 'ready' && (
        <Button variant="default" loading={update.kind !== 'idle'} onClick={() => void lookForUpdate()}>
          {t('check')}
        </Button>
      )}
    </Stack>
  )
}
