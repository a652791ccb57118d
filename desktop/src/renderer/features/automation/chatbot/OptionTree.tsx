// The options as a tree that the keyboard walks, with the actions for the one that is chosen.
import { useRef, useState, type KeyboardEvent } from 'react'
import { Button, Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCornerDownRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { mostLevels, type QueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import { notify } from '#platform/device/notify.ts'
import { offerUndo } from '#ui/feedback/undo-toast.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import classes from './chatbot.module.css'
import { OptionRow } from './OptionRow.tsx'
import { siblingsOf, visibleNodes, type Edited, type OptionNode } from './option-tree.ts'
import { moveOption, removeOption, restoreOptions } from './queue-options.store.ts'
import { takeTreeKey } from './tree-keys.ts'

interface OptionTreeProps {
  tree: readonly OptionNode[]
  edited: Edited
  /** The option where the trial stands. */
  trialAt: number | null
  /** `isByKey`: the keyboard goes on in the editor. */
  onEdit: (next: Edited, isByKey?: boolean) => void
  /** Does something that the editor would be lost by. */
  onLeave: (go: () => void) => void
}

/** What is done to an option, from the toolbar and by keys. */
function useOptionActions({ tree, onEdit, onLeave }: OptionTreeProps) {
  const { t } = useTranslation(['chatbot', 'bulk'])
  const put = (option: QueueOption, place: number) =>
    void moveOption(option, place).catch((error: unknown) => notify.error(error))
  const move = ({ option }: OptionNode, by: -1 | 1) => {
    const place = option.option + by
    if (place >= 1 && place <= siblingsOf(tree, option.parentId).length) put(option, place)
  }
  const remove = async ({ option }: OptionNode) => {
    let deleted: QueueOption[]
    try {
      deleted = await removeOption(option.id)
    } catch (error) {
      return notify.error(error)
    }
    const below = deleted.length - 1
    offerUndo({
      message: below > 0 ? t('optionsDeleted', { title: option.title, count: below }) : t('optionDeleted', option),
      label: t('bulk:undo'),
      run: () => void restoreOptions(option.queueId, deleted).catch((error: unknown) => notify.error(error))
    })
  }
  return {
    put,
    move,
    remove: (node: OptionNode) => onLeave(() => void remove(node)),
    addBeside: ({ option }: OptionNode) => onEdit({ parentId: option.parentId, after: option.option }),
    addInside: ({ option, level }: OptionNode) => level < mostLevels && onEdit({ parentId: option.id, after: null })
  }
}

export function OptionTree(props: OptionTreeProps) {
  const { tree, edited, trialAt, onEdit } = props
  const { t } = useTranslation('chatbot')
  const [closed, setClosed] = useState<readonly number[]>([])
  const [focused, setFocused] = useState<number | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const actions = useOptionActions(props)
  const rows = visibleNodes(tree, closed)
  const editedId = edited !== null && 'id' in edited ? edited.id : null
  const reached =
    rows.find(({ option }) => option.id === focused) ?? rows.find(({ option }) => option.id === editedId) ?? rows[0]
  const chosen = rows.find(({ option }) => option.id === editedId)

  const focus = (id: number) => {
    setFocused(id)
    list.current?.querySelector<HTMLElement>(`[data-option="${id}"]`)?.focus()
  }
  const toggle = (id: number, isOpen: boolean) =>
    setClosed((before) => (isOpen ? before.filter((one) => one !== id) : [...before, id]))
  const edit = (id: number) => onEdit({ id }, true)
  const onKeyDown = (event: KeyboardEvent) =>
    takeTreeKey(event, { rows, closed, reached, focus, toggle, edit, ...actions })
  return (
    <section className={classes['options']} aria-label={t('options')}>
      <Group gap={2} className={classes['tools'] ?? ''} wrap="nowrap">
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => (chosen ? actions.addBeside(chosen) : onEdit({ parentId: null, after: null }))}
        >
          {t('addOption')}
        </Button>
        <IconButton
          icon={IconCornerDownRight}
          label={t('addChild')}
          disabled={!chosen || chosen.level >= mostLevels}
          onClick={() => chosen && actions.addInside(chosen)}
          ml="auto"
        />
        <IconButton
          icon={IconArrowUp}
          label={t('moveUp')}
          disabled={!chosen || chosen.option.option <= 1}
          onClick={() => chosen && actions.move(chosen, -1)}
        />
        <IconButton
          icon={IconArrowDown}
          label={t('moveDown')}
          disabled={!chosen || chosen.option.option >= siblingsOf(tree, chosen.option.parentId).length}
          onClick={() => chosen && actions.move(chosen, 1)}
        />
        <IconButton
          icon={IconTrash}
          label={t('deleteOption')}
          disabled={!chosen}
          onClick={() => chosen && actions.remove(chosen)}
        />
      </Group>
      <ul ref={list} role="tree" aria-label={t('options')} className={classes['tree']} onKeyDown={onKeyDown}>
        {rows.map((node) => (
          <OptionRow
            key={node.option.id}
            node={node}
            siblings={siblingsOf(tree, node.option.parentId).length}
            isOpen={!closed.includes(node.option.id)}
            isChosen={node.option.id === editedId}
            isReached={node === reached}
            isInTrial={node.option.id === trialAt}
            onChoose={() => {
              setFocused(node.option.id)
              onEdit({ id: node.option.id })
            }}
            onDrop={actions.put}
            onToggle={(isOpen) => toggle(node.option.id, isOpen)}
          />
        ))}
      </ul>
      <Text size="xs" c="dimmed" visibleFrom="sm">
        {t('treeKeys')}
      </Text>
    </section>
  )
}
