// An icon button with its label as a tooltip, which steps aside while what the button opened is open.
import type { ComponentPropsWithRef } from 'react'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useHint } from './use-hint.tsx'

interface IconButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  label: string
  icon?: Icon
}

/** Can be the target of a menu or a popover. */
export const IconButton = ({ label, icon: IconOf, children, ...props }: IconButtonProps) => {
  const { hint, hide, onPointerEnter } = useHint(label, props['aria-expanded'] === true)
  return (
    <>
      <ActionIcon
        size="lg"
        color={props.variant === 'filled' ? 'petrol' : 'gray'}
        aria-label={label}
        {...props}
        onPointerEnter={onPointerEnter}
        onPointerLeave={hide}
        onPointerDown={(event) => {
          hide()
          props.onPointerDown?.(event)
        }}
      >
        {IconOf ? <IconOf size={20} stroke={1.6} /> : children}
      </ActionIcon>
      {hint}
    </>
  )
}
