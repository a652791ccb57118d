// The choice of another plan: a click on its card asks whether to have it.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { formatMoney } from '#platform/format.ts'
import { notify } from '#platform/notify.ts'
import { useUser } from '#platform/session.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { choosePlan } from './invoices.store.ts'
import { PlanGrid } from './PlanGrid.tsx'

export const PlanCards = () => {
  const { t } = useTranslation(['invoices', 'words'])
  const { companyId } = useUser()
  const [chosen, setChosen] = useState<Plan | null>(null)
  return (
    <>
      <PlanGrid
        button={({ name }, isCurrent) => ({
          label: isCurrent ? t('currentPlan') : t('choose', { name }),
          isDisabled: isCurrent
        })}
        onChoose={setChosen}
      />
      {chosen && (
        <ConfirmDialog
          title={t('confirmTitle')}
          text={t('confirmText', { name: chosen.name, price: formatMoney(chosen.value) })}
          confirmLabel={t('words:confirm')}
          isDangerous={false}
          onConfirm={async () => {
            await choosePlan(companyId, chosen.id)
            notify.success(t('planChanged'))
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
