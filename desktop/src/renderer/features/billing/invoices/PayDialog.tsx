// Pays an invoice: the Pix code in a dialog that says by itself when the money is there.
import { Modal, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatDueDate } from '#platform/text/format.ts'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { PixPayment } from '#features/billing/subscription/PixPayment.tsx'

interface PayDialogProps {
  /** Without a due date it says none. */
  invoice: { id: number; detail: string; dueDate: string | null }
  onClose: () => void
}

export function PayDialog({ invoice, onClose }: PayDialogProps) {
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
      {invoice.dueDate !== null && (
        <Text size="sm" c="dimmed" ta="center" mb="xs">
          {t('payDue', { date: formatDueDate(invoice.dueDate) })}
        </Text>
      )}
      <PixPayment wish={{ invoiceId: invoice.id }} />
    </Modal>
  )
}
