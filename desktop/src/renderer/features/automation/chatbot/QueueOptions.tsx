// The menu that a queue shows its customers: a tree of options, written, moved and deleted in place.
import { useCallback, useEffect, useRef, useState } from 'react'
import { Alert, Button, Skeleton, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Queue } from '@guiche/shared/features/org/queues.ts'
import { errorText } from '#platform/net/error-text.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { fileChoices } from '#features/library/file-lists/file-choices.store.ts'
import classes from './option-tree.module.css'
import { OptionForm } from './OptionForm.tsx'
import { OptionItem } from './OptionItem.tsx'
import { sizeOf, treeOf, type OptionNode } from './option-tree.ts'
import { addOption, reloadOptions, removeOption, showOptions, useQueueOptions } from './queue-options.store.ts'

interface QueueOptionsProps {
  queue: Queue
  /** Whether something typed here would be lost. */
  onDirty: (isDirty: boolean) => void
}

export function QueueOptions({ queue, onDirty }: QueueOptionsProps) {
  const { t } = useTranslation(['chatbot', 'words'])
  const { items, phase, error } = useQueueOptions()
  const [isAdding, setAdding] = useState(false)
  const adding = useRef<HTMLButtonElement>(null)
  const [leaving, setLeaving] = useState<OptionNode | null>(null)
  const [dirty, setDirty] = useState<readonly string[]>([])
  useEffect(() => showOptions(queue.id), [queue.id])
  useEffect(() => void fileChoices.refresh(), [])
  useEffect(() => onDirty(dirty.length > 0), [dirty, onDirty])
  const markDirty = useCallback(
    (place: string, isDirty: boolean) =>
      setDirty((before) => {
        const others = before.filter((one) => one !== place)
        return isDirty ? [...others, place] : others.length === before.length ? before : others
      }),
    []
  )
  const dirtyRoot = useCallback((isDirty: boolean) => markDirty('root', isDirty), [markDirty])
  const tree = treeOf(items)

  if (phase === 'failed' && items.length === 0) {
    return (
      <Alert color="red" title={t('words:listFailed')}>
        {errorText(error)}
        <Button size="compact-xs" variant="default" mt="xs" display="block" onClick={() => void reloadOptions()}>
          {t('words:retry')}
        </Button>
      </Alert>
    )
  }
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('optionsHint')}
      </Text>
      {phase === 'loading' && [1, 2, 3].map((line) => <Skeleton key={line} height={44} />)}
      {phase === 'ready' && tree.length === 0 && !isAdding && <Text c="dimmed">{t('noOptions')}</Text>}
      {tree.length > 0 && (
        <ol className={classes['tree']} aria-label={t('options')}>
          {tree.map((node) => (
            <OptionItem
              key={node.option.id}
              node={node}
              siblings={tree.length}
              level={1}
              onDelete={setLeaving}
              onDirty={markDirty}
            />
          ))}
        </ol>
      )}
      {isAdding ? (
        <OptionForm
          onSave={(words) => addOption(queue.id, null, words)}
          onClose={() => setAdding(false)}
          onDirty={dirtyRoot}
        />
      ) : (
        <Button
          ref={adding}
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={phase !== 'ready'}
          onClick={() => setAdding(true)}
        >
          {t('addOption')}
        </Button>
      )}
      {leaving !== null && (
        <ConfirmDialog
          title={t('deleteOptionTitle', { title: leaving.option.title })}
          text={sizeOf(leaving) > 1 ? t('deleteOptionsText', { count: sizeOf(leaving) - 1 }) : t('deleteOptionText')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeOption(leaving.option.id)
            notify.success(t('optionDeleted'))
          }}
          onClose={() => {
            setLeaving(null)
            // The button that asked may have gone with its option.
            requestAnimationFrame(() => document.activeElement === document.body && adding.current?.focus())
          }}
        />
      )}
    </Stack>
  )
}
