// Tells those who look after the company's money that a limit of the plan is nearly or wholly full.
import { Button, CloseButton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { formatNumber, formatSize } from '#platform/text/format.ts'
import classes from './quotas.module.css'
import { dropQuotaNotice, useQuotaNotice } from './quota-notice.store.ts'

export function QuotaNoticeBar() {
  const { t } = useTranslation(['quotas', 'words'])
  const { notice } = useQuotaNotice()
  if (notice === null) return null
  const { kind, level, used, limit } = notice
  const format = kind === 'storage' ? formatSize : formatNumber
  return (
    <div className={classes['bar']} role="status">
      <Text size="sm">{t(`notice_${kind}_${level}`, { used: format(used), limit: format(limit) })}</Text>
      <Button
        size="compact-sm"
        variant="default"
        component={Link}
        to={`${pages.invoices}?tab=use`}
        onClick={dropQuotaNotice}
      >
        {t('show')}
      </Button>
      <CloseButton size="sm" aria-label={t('words:close')} onClick={dropQuotaNotice} />
    </div>
  )
}
