// Finds contacts that may be one person, and lets an administrator merge them or take a merge back.
import { useEffect } from 'react'
import { Alert, Button, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/net/error-text.ts'
import { EmptyState } from '#ui/tables/EmptyState.tsx'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { DuplicateGroup } from './DuplicateGroup.tsx'
import classes from './duplicates.module.css'
import { findDuplicates, useDuplicates } from './duplicates.store.ts'
import { DistinctionHistory, MergeHistory } from './MergeHistory.tsx'

export function DuplicatesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['duplicates', 'words'])
  const life = useDialogLife(onClose)
  const { groups, hasMore, phase, error } = useDuplicates()
  useEffect(() => void findDuplicates(), [])
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={t('title')}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('hint')}
        </Text>
        {(phase === 'idle' || phase === 'loading') &&
          groups.length === 0 &&
          [1, 2].map((line) => <Skeleton key={line} height={120} />)}
        {error !== null && (
          <Alert color="red" title={t('words:listFailed')}>
            {errorText(error)}
            <Button size="compact-xs" variant="default" mt="xs" display="block" onClick={() => void findDuplicates()}>
              {t('words:retry')}
            </Button>
          </Alert>
        )}
        {phase === 'ready' && error === null && groups.length === 0 && (
          <EmptyState icon={IconUsers} title={t('words:emptyList')} text={t('noneHint')} />
        )}
        {groups.length > 0 && (
          <ul className={classes['groups']}>
            {groups.map((group) => (
              <DuplicateGroup key={`${group.reason}-${group.contacts.map(({ id }) => id).join('-')}`} group={group} />
            ))}
          </ul>
        )}
        {hasMore && (
          <Text size="sm" c="dimmed">
            {t('more')}
          </Text>
        )}
        <MergeHistory />
        <DistinctionHistory />
      </Stack>
    </Modal>
  )
}
