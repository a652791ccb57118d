// How it stands with updates, for the settings of the desktop app: the version, the last look, a button to look now.
import { Button, Group, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { UpdateState } from '#bridge/update-channels.ts'
import { lookForUpdate, useUpdates } from '#platform/updates.ts'

const useWords = (): ((update: UpdateState) => string) => {
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

export const UpdateStatus = () => {
  const { t } = useTranslation('updates')
  const wordsFor = useWords()
  const update = useUpdates((state) => state.update)
  if (update === null) return null
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {wordsFor(update)}
      </Text>
      {update.kind !== 'off' && update.kind !== 'ready' && (
        <Group>
          <Button variant="default" loading={update.kind !== 'idle'} onClick={() => void lookForUpdate()}>
            {t('check')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
