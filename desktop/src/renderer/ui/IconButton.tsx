// An icon button with its label as a tooltip, which steps aside while what the button opened is open.
import type { ComponentPropsWithRef } from 'react'
import { ActionIcon, Tooltip, type ActionIconProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface IconButtonProps extends ActionIconProps, Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps> {
  label: string
  icon?: Icon
}

/** Can be the target of a menu or a popover. */
export const IconButton = ({ label, icon: IconOf, children, ...props }: IconButtonProps) => (
  <Tooltip label={label} disabled={props['aria-expanded'] === true}>
    <ActionIcon size="lg" aria-label={label} {...props}>
      {IconOf ? <IconOf size={20} stroke={1.6} /> : children}
    </ActionIcon>
  </Tooltip>
)
