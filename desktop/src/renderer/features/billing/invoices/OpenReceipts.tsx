// Money that came in and paid no invoice: shown where invoices are, so that nobody has to look for it.
import { useEffect, useState } from 'react'
import { Alert, Anchor, List, Text } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { invoiceEvent } from '@guiche/shared/features/billing/invoices.ts'
import { listOpenReceipts, settleReceipt, type PaymentReceipt } from '@guiche/shared/features/billing/subscription.ts'
import { formatDateTime, formatMoney } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { listen } from '#platform/net/realtime.ts'
import { useUser } from '#platform/session/session.ts'

const amountOf = ({ value, currency }: PaymentReceipt): string =>
  currency === 'BRL' ? formatMoney(value) : `${value.toFixed(2)} ${currency}`

export function OpenReceipts() {
  const { t } = useTranslation('invoices')
  const isSuper = useUser().super
  const [receipts, setReceipts] = useState<PaymentReceipt[]>([])
  useEffect(() => {
    // Nothing to show is the rule: a list that does not come is missed by nobody, and comes with the next event.
    const load = () => void call(listOpenReceipts).then(setReceipts, () => undefined)
    load()
    return listen(invoiceEvent, load)
  }, [])
  const settle = (id: number) =>
    void call(settleReceipt, { params: { id } }).then(() => {
      setReceipts((all) => all.filter((one) => one.id !== id))
      notify.success(t('receiptSettled'))
    }, notify.error)
  if (receipts.length === 0) return null
  return (
    <Alert mt="lg" color="yellow" icon={<IconCoins size={18} />} title={t('receiptsTitle')}>
      <Text size="sm">{t('receiptsText')}</Text>
      <List size="sm" mt="xs">
        {receipts.map((receipt) => (
          <List.Item key={receipt.id}>
            <span className="g-numbers">
              {formatDateTime(receipt.receivedAt)} · {amountOf(receipt)}
            </span>
            {` · ${t(`receipt_${receipt.outcome}`)}`}
            {isSuper && (
              <Anchor component="button" type="button" size="sm" ml="xs" onClick={() => settle(receipt.id)}>
                {t('settleReceipt')}
              </Anchor>
            )}
            {isSuper && ` · ${receipt.provider} ${receipt.receipt} · ${t('company', { id: receipt.companyId ?? '—' })}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
