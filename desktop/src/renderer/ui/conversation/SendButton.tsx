// The round button that sends what was written.
import { IconSend2 } from '@tabler/icons-react'
import { IconButton } from '../layout/IconButton.tsx'

interface SendButtonProps {
  label: string
  isDisabled: boolean
  onClick: () => void
}

export function SendButton({ label, isDisabled, onClick }: SendButtonProps) {
  return (
    <IconButton
      label={label}
      size={36}
      radius="xl"
      variant="filled"
      color="petrol"
      disabled={isDisabled}
      onClick={onClick}
    >
      <IconSend2 size={18} stroke={1.75} />
    </IconButton>
  )
}
