// The ticket screen: the list on the left, the conversation on the right.
import { IconMessages } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#ui/EmptyState.tsx'

export const TicketsPage = () => {
  const { t } = useTranslation('menu')
  return <EmptyState icon={IconMessages} title={t('tickets')} />
}
