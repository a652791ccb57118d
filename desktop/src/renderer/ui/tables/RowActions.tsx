// The actions of a table row: icon buttons with a label, many of them a menu on a phone; a click on one does not open the row.
import { Children, createContext, use, type ReactNode } from 'react'
import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { IconDots, type Icon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsNarrow } from '#platform/device/narrow.ts'
import { IconButton } from '../layout/IconButton.tsx'
import classes from './row-actions.module.css'
import { useHint } from '../feedback/use-hint.tsx'
import { notify } from '#platform/device/notify.ts'

const InMenu = createContext(false)

/** Fingertips beside which the words of a row still have room on a phone. */
const mostOnPhone = 2

function ActionMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton label={t('moreActions')} icon={IconDots} />
      </Menu.Target>
      <Menu.Dropdown>
        <InMenu value={true}>{children}</InMenu>
      </Menu.Dropdown>
    </Menu>
  )
}

export function RowActions({ children }: { children: ReactNode }) {
  const isMenu = useIsNarrow() && Children.toArray(children).length > mostOnPhone
  return (
    <Group
      gap={4}
      justify="flex-end"
      wrap="nowrap"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {isMenu ? <ActionMenu>{children}</ActionMenu> : children}
    </Group>
  )
}

interface RowActionProps {
  icon: Icon
  label: string
  onClick: () => void
  isDangerous?: boolean
  isDisabled?: boolean
  /** Why it cannot be done; it can without. Whoever points at it reads it, and so does whoever presses it. */
  refusal?: string | undefined
}

/** Milliseconds in which a sentence is read. */
const readingTime = 6_000

export function RowAction({ icon: IconOf, label, onClick, isDangerous = false, ...may }: RowActionProps) {
  const { isDisabled = false, refusal } = may
  const { hint, hide, onPointerEnter } = useHint(refusal ?? label)
  if (use(InMenu)) {
    const color = isDangerous ? { c: 'var(--g-bad)' } : {}
    return (
      <Menu.Item
        leftSection={<IconOf size={18} stroke={1.6} />}
        disabled={isDisabled || refusal !== undefined}
        onClick={onClick}
        {...color}
      >
        {label}
        {refusal !== undefined && (
          <Text size="xs" maw={240}>
            {refusal}
          </Text>
        )}
      </Menu.Item>
    )
  }
  const refused = refusal !== undefined && { 'aria-disabled': true, 'aria-description': refusal, 'data-disabled': true }
  return (
    <>
      <ActionIcon
        aria-label={label}
        className={classes['action'] ?? ''}
        data-danger={isDangerous || undefined}
        disabled={isDisabled}
        onClick={refusal === undefined ? onClick : () => notify.info(refusal, { autoClose: readingTime })}
        {...refused}
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
