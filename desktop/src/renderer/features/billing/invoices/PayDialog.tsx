// Pays an invoice: the Pix code in a dialog that says by itself when the money is there.
import { Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Invoice } from '@guiche/shared/features/billing/invoices.ts'
import { formatDueDate } from '#platform/format.ts'
import { useDialogLife } from '#ui/use-dialog-life.ts'
import { PixPayment } from '#features/billing/subscription/PixPayment.tsx'

export const PayDialog = ({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) => {
  const { t } = useTranslation('invoices')
  const life = useDialogLife(onClose)
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={t('payTitle', { detail: invoice.detail })}
      centered
      size="sm"
    >
      <Text size="sm" c="dimmed" ta="center" mb="xs">
        {t('payDue', { date: formatDueDate(invoice.dueDate) })}
      </Text>
      <PixPayment wish={{ invoiceId: invoice.id }} />
    </Modal>
  )
}
