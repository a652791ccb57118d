// How an import stands, in a few words.
import { useTranslation } from 'react-i18next'
import type { ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { formatNumber } from '#platform/text/format.ts'

export function ImportState({ shown }: { shown: ContactImport }) {
  const { t } = useTranslation('contactSheets')
  const { status, failure, done, total, created } = shown
  if (status === 'waiting') return t('waiting')
  if (status === 'running') return t('running', { done: formatNumber(done), total: formatNumber(total) })
  if (failure !== null) return t(failure === 'internal' ? 'stopped' : 'failed')
  return t('added', { count: created, formatted: formatNumber(created) })
}
