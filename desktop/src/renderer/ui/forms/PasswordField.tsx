// A password field that can be read on demand and tells when Caps Lock is on.
import { useState, type KeyboardEvent } from 'react'
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { IconArrowBigUpLine } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function PasswordField({ description, onBlur, onKeyDown, ...props }: PasswordInputProps) {
  const { t } = useTranslation()
  const [isCapsLockOn, setCapsLockOn] = useState(false)
  const [isVisible, setVisible] = useState(false)
  const look = (event: KeyboardEvent) => setCapsLockOn(event.getModifierState('CapsLock'))
  return (
    <PasswordInput
      {...props}
      // Mantine marks every other field so; forms look for it to focus the first wrong one.
      aria-invalid={Boolean(props.error) || undefined}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{ 'aria-label': t(isVisible ? 'hidePassword' : 'showPassword'), tabIndex: 0 }}
      onKeyDown={(event) => {
        look(event)
        onKeyDown?.(event)
      }}
      onKeyUp={look}
      onBlur={(event) => {
        setCapsLockOn(false)
        onBlur?.(event)
      }}
      description={
        isCapsLockOn ? (
          <span role="status">
            <IconArrowBigUpLine size={13} style={{ verticalAlign: '-2px' }} aria-hidden /> {t('capsLock')}
          </span>
        ) : (
          description
        )
      }
    />
  )
}
