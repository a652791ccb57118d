// One option of the tree with its actions, and the options below it.
import { useCallback, useState } from 'react'
import { Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconEdit, IconPaperclip, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mostLevels, type QueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import { notify } from '#platform/device/notify.ts'
import { fileChoices } from '#features/library/file-lists/file-choices.store.ts'
import { RowAction, RowActions } from '#ui/tables/RowActions.tsx'
import classes from './option-tree.module.css'
import { OptionForm } from './OptionForm.tsx'
import type { OptionNode } from './option-tree.ts'
import { addOption, editOption, moveOption } from './queue-options.store.ts'
import { useOptionDrag } from './use-option-drag.ts'

export interface OptionItemProps {
  node: OptionNode
  /** How many siblings there are, itself included. */
  siblings: number
  level: number
  onDelete: (node: OptionNode) => void
  /** Whether something typed somewhere in the tree would be lost; by the place of its form. */
  onDirty: (place: string, isDirty: boolean) => void
}

type Open = 'edit' | 'add' | null

export function OptionItem({ node, siblings, level, onDelete, onDirty }: OptionItemProps) {
  const { t } = useTranslation(['chatbot', 'words'])
  const { option, path, children } = node
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  const dirtyEdit = useCallback((isDirty: boolean) => onDirty(`edit-${option.id}`, isDirty), [onDirty, option.id])
  const dirtyAdd = useCallback((isDirty: boolean) => onDirty(`add-${option.id}`, isDirty), [onDirty, option.id])
  const put = (moved: QueueOption, place: number) =>
    void moveOption(moved, place).catch((error: unknown) => notify.error(error))
  const move = (place: number) => put(option, place)
  const endsAtPerson = children.length === 0 && option.fileListId === null
  const fileList = fileChoices.use(({ items }) => items.find(({ id }) => id === option.fileListId))
  const drag = useOptionDrag(option, put)
  const label = (action: string) => `${action}: ${option.title}`

  return (
    <li className={classes['item']}>
      {open === 'edit' ? (
        <OptionForm
          words={option}
          onSave={(words) => editOption(option.id, words)}
          onClose={close}
          onDirty={dirtyEdit}
        />
      ) : (
        <div className={classes['row']} data-row {...drag}>
          <span className={classes['number']} aria-hidden>
            {path}
          </span>
          <div className={classes['words']}>
            <Text fw={500}>{option.title}</Text>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {option.message === '' ? t(endsAtPerson ? 'endsAtPerson' : 'noMessage') : option.message}
            </Text>
            {option.fileListId !== null && (
              <Text size="sm" c="dimmed" className={classes['files']}>
                <IconPaperclip size={14} aria-hidden /> {t('sendsFiles', { name: fileList?.name ?? '…' })}
              </Text>
            )}
          </div>
          <RowActions>
            <RowAction
              icon={IconArrowUp}
              label={label(t('moveUp'))}
              isDisabled={option.option <= 1}
              onClick={() => move(option.option - 1)}
            />
            <RowAction
              icon={IconArrowDown}
              label={label(t('moveDown'))}
              isDisabled={option.option >= siblings}
              onClick={() => move(option.option + 1)}
            />
            {level < mostLevels && (
              <RowAction icon={IconPlus} label={label(t('addChild'))} onClick={() => setOpen('add')} />
            )}
            <RowAction icon={IconEdit} label={label(t('words:edit'))} onClick={() => setOpen('edit')} />
            <RowAction icon={IconTrash} label={label(t('words:delete'))} isDangerous onClick={() => onDelete(node)} />
          </RowActions>
        </div>
      )}
      {children.length > 0 && (
        <ol className={classes['level']}>
          {children.map((child) => (
            <OptionItem
              key={child.option.id}
              node={child}
              siblings={children.length}
              level={level + 1}
              onDelete={onDelete}
              onDirty={onDirty}
            />
          ))}
        </ol>
      )}
      {open === 'add' && (
        <div className={classes['level']}>
          <OptionForm
            onSave={(words) => addOption(option.queueId, option.id, words)}
            onClose={close}
            onDirty={dirtyAdd}
          />
        </div>
      )}
    </li>
  )
}
