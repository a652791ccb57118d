// The way back in the head of a page, or in that of a narrow window.
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'

interface BackButtonProps {
  /** Where it leads; “back” without. */
  label?: string
  onClick: () => void
}

export function BackButton({ label, onClick }: BackButtonProps) {
  const { t } = useTranslation()
  return <IconButton label={label ?? t('back')} icon={IconArrowLeft} onClick={onClick} />
}
