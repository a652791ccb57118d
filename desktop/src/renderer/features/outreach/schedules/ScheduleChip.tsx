// One scheduled message in the calendar: when, for whom, how it stands; opened, edited, deleted, and dragged if it waits.
import { UnstyledButton } from '@mantine/core'
import { IconEdit, IconPaperclip, IconRepeat, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { VariableText } from '#ui/conversation/VariableText.tsx'
import { RowAction } from '#ui/tables/RowActions.tsx'
import { shownAt } from '#platform/session/company-clock.ts'
import { formatClock } from '#platform/text/format.ts'
import { isSavable } from './schedule-state.ts'
import { useScheduleText } from './schedule-text.ts'
import classes from './schedule-chip.module.css'

export interface ChipActions {
  onOpen: (schedule: Schedule) => void
  onDelete: (schedule: Schedule) => void
  /** The one that is on its way to another place. */
  onDrag: (schedule: Schedule | null) => void
}

interface ScheduleChipProps {
  schedule: Schedule
  actions: ChipActions
  /** With its text, where there is room. */
  isRoomy?: boolean
}

export function ScheduleChip({ schedule, actions, isRoomy = false }: ScheduleChipProps) {
  const { t } = useTranslation(['schedules', 'words'])
  const { contact, status, repeat, mediaName, sendAt } = schedule
  const body = useScheduleText()(schedule)
  const time = formatClock(shownAt(sendAt).slice(11))
  const canMove = isSavable(schedule)
  const name = `${time} ${contact.name}`
  const state = t(`status_${status}`)
  const isWaiting = status === 'PENDENTE'
  // What is seen is part of the name, in the order in which it is seen.
  const seen = isWaiting ? `${name} ${body}, ${state}` : `${name} ${state} ${body}`
  return (
    <div
      className={classes['chip']}
      data-status={status}
      data-roomy={isRoomy || undefined}
      draggable={canMove}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        actions.onDrag(schedule)
      }}
      onDragEnd={() => actions.onDrag(null)}
    >
      <UnstyledButton
        className={classes['chipText'] ?? ''}
        title={body}
        aria-label={isRoomy ? seen : `${name}, ${state}`}
        onClick={() => actions.onOpen(schedule)}
      >
        <span className="g-numbers">{time}</span> <span dir="auto">{contact.name}</span>
        {repeat !== 'none' && <IconRepeat size={12} aria-label={t(`repeat_${repeat}`)} />}
        {mediaName !== null && <IconPaperclip size={12} aria-hidden />}
        {!isWaiting && <span className={classes['state']}>{state}</span>}
        {isRoomy && (
          <span className={classes['body']} dir="auto">
            <VariableText text={body} />
          </span>
        )}
      </UnstyledButton>
      <span className={classes['chipActions']}>
        {canMove && (
          <RowAction icon={IconEdit} label={`${t('words:edit')}: ${name}`} onClick={() => actions.onOpen(schedule)} />
        )}
        <RowAction
          icon={IconTrash}
          label={`${t('words:delete')}: ${name}`}
          isDangerous
          onClick={() => actions.onDelete(schedule)}
        />
      </span>
    </div>
  )
}
