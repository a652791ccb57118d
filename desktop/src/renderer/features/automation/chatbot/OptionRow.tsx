// One option in the tree: its numbers, its title, what it does, and whether the trial stands there.
import type { MouseEvent } from 'react'
import { VisuallyHidden } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronRight,
  IconListNumbers,
  IconMessage,
  IconPaperclip,
  IconUser
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { QueueOption } from '@guiche/shared/features/automation/chatbot.ts'
import classes from './chatbot.module.css'
import { kindOf, type OptionNode } from './option-tree.ts'
import { useOptionDrag } from './use-option-drag.ts'

const icons = { menu: IconListNumbers, text: IconMessage, files: IconPaperclip, person: IconUser }

interface OptionRowProps {
  node: OptionNode
  siblings: number
  isOpen: boolean
  isChosen: boolean
  /** The one that Tab leads to. */
  isReached: boolean
  isInTrial: boolean
  onChoose: () => void
  onToggle: (isOpen: boolean) => void
  /** Another option of its level was dropped here. */
  onDrop: (moved: QueueOption, place: number) => void
}

export function OptionRow({ node, siblings, isOpen, isChosen, isReached, isInTrial, ...does }: OptionRowProps) {
  const { t } = useTranslation('chatbot')
  const { option, path, children, level } = node
  const drag = useOptionDrag(option, does.onDrop)
  const kind = kindOf(node)
  const KindIcon = icons[kind]
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  const toggle = (event: MouseEvent) => {
    event.stopPropagation()
    does.onToggle(!isOpen)
  }
  return (
    // The keys are those of the tree around it.
    <li
      role="treeitem"
      data-option={option.id}
      data-trial={isInTrial || undefined}
      className={classes['row']}
      style={{ paddingInlineStart: `calc(${level - 1} * var(--mantine-spacing-md) + 4px)` }}
      aria-level={level}
      aria-setsize={siblings}
      aria-posinset={option.option}
      aria-selected={isChosen}
      aria-expanded={children.length > 0 ? isOpen : undefined}
      tabIndex={isReached ? 0 : -1}
      onClick={does.onChoose}
      {...drag}
    >
      {children.length > 0 ? (
        <span className={classes['chevron']} aria-hidden onClick={toggle}>
          <Chevron size={16} />
        </span>
      ) : (
        <span className={classes['chevron']} aria-hidden />
      )}
      <span className={classes['number']}>{path}</span>
      <span className={classes['title']}>{option.title}</span>
      {isInTrial && <span className={classes['here']}>{t('trialHere')}</span>}
      <KindIcon size={16} stroke={1.6} className={classes['kind']} aria-hidden />
      <VisuallyHidden>{t(`kind_${kind}`)}</VisuallyHidden>
    </li>
  )
}
