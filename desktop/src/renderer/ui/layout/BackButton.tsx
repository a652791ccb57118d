// The way back in a head that a narrow window has.
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from './IconButton.tsx'

export function BackButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation()
  return <IconButton label={t('back')} icon={IconArrowLeft} onClick={onClick} />
}
