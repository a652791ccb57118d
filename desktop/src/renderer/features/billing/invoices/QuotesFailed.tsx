// What plans cost could not be loaded: nobody chooses without knowing it, and asks for it anew here.
import { Alert, Button, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/net/error-text.ts'

interface QuotesFailedProps {
  error: unknown
  onRetry: () => void
}

export function QuotesFailed({ error, onRetry }: QuotesFailedProps) {
  const { t } = useTranslation(['invoices', 'words'])
  return (
    <Alert mb="md" flex="none" color="red" icon={<IconAlertTriangle size={18} />} title={t('quotesFailed')}>
      <Text size="sm">{errorText(error)}</Text>
      <Button size="compact-sm" variant="default" mt="xs" onClick={onRetry}>
        {t('words:retry')}
      </Button>
    </Alert>
  )
}
