// An icon button with its label as a tooltip, which steps aside while what the button opened is open.
import { memo, useCallback, type ComponentPropsWithRef, type MouseEvent, type PointerEvent } from 'react'
import { ActionIcon, type ActionIconProps } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { useLatest } from '#platform/state/latest.ts'
import { useHint } from '../feedback/use-hint.tsx'

type ButtonProps = ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>
type IconButtonProps = ButtonProps & { label: string; icon?: Icon }

/** Drawn anew only when it looks different: a conversation opens with a dozen of them, and most of them stay as they are. */
const Face = memo(({ icon: IconOf, children, ...props }: ButtonProps & { icon?: Icon | undefined }) => (
  <ActionIcon size="lg" color={props.variant === 'filled' ? 'petrol' : 'gray'} {...props}>
    {IconOf ? <IconOf size={20} stroke={1.6} /> : children}
  </ActionIcon>
))

/** Can be the target of a menu or a popover. */
export function IconButton({ label, onClick, onPointerDown, ...props }: IconButtonProps) {
  const { hint, hide, onPointerEnter } = useHint(label, props['aria-expanded'] === true)
  const asked = useLatest({ onClick, onPointerDown })
  const click = useCallback((event: MouseEvent<HTMLButtonElement>) => asked.current.onClick?.(event), [asked])
  const press = useCallback(
    (event: PointerEvent<HTMLButtonElement>) => {
      hide()
      asked.current.onPointerDown?.(event)
    },
    [asked, hide]
  )
  return (
    <>
      <Face
        aria-label={label}
        {...props}
        onClick={click}
        onPointerEnter={onPointerEnter}
        onPointerLeave={hide}
        onPointerDown={press}
      />
      {hint}
    </>
  )
}
