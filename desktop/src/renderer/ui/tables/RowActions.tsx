// The actions of a table row: icon buttons with a label; a click on one does not open the row.
import type { ReactNode } from 'react'
import { ActionIcon, Group } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import classes from './row-actions.module.css'
import { useHint } from '../feedback/use-hint.tsx'

export function RowActions({ children }: { children: ReactNode }) {
  return (
    <Group
      gap={4}
      justify="flex-end"
      wrap="nowrap"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {children}
    </Group>
  )
}

interface RowActionProps {
  icon: Icon
  label: string
  onClick: () => void
  isDangerous?: boolean
  isDisabled?: boolean
}

export function RowAction({ icon: IconOf, label, onClick, isDangerous = false, isDisabled = false }: RowActionProps) {
  const { hint, hide, onPointerEnter } = useHint(label)
  return (
    <>
      <ActionIcon
        aria-label={label}
        className={classes['action'] ?? ''}
        data-danger={isDangerous || undefined}
        disabled={isDisabled}
        onClick={onClick}
        onPointerEnter={onPointerEnter}
        onPointerLeave={hide}
        onPointerDown={hide}
      >
        <IconOf size={18} stroke={1.6} />
      </ActionIcon>
      {hint}
    </>
  )
}
