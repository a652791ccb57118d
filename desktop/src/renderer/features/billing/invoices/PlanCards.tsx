// The choice of another plan: a click on its card says what it costs and when it begins, and asks whether to have it.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Plan } from '@guiche/shared/features/org/plans.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { choosePlan } from './invoices.store.ts'
import { PendingChange } from './PendingChange.tsx'
import { PlanGrid } from './PlanGrid.tsx'
import { QuotesFailed } from './QuotesFailed.tsx'
import { usePlanChange, useTermsText } from './plan-change.store.ts'

export function PlanCards() {
  const { t } = useTranslation(['invoices', 'words'])
  const { companyId } = useUser()
  const { state, error, reload } = usePlanChange()
  const { noteOf, termsOf } = useTermsText()
  const [chosen, setChosen] = useState<Plan | null>(null)
  /** The plan that was chosen just now: what it costs is asked for at once. */
  const [justChosen, setJustChosen] = useState<number | null>(null)
  const pending = state?.pending ?? null
  const quoteOf = ({ id }: Plan) => state?.quotes.find(({ planId }) => planId === id)
  const quote = chosen === null ? undefined : quoteOf(chosen)
  return (
    <>
      {error !== null && <QuotesFailed error={error} onRetry={reload} />}
      {pending && (
        <PendingChange
          key={`${pending.planId} ${pending.kind} ${pending.invoiceId}`}
          pending={pending}
          isPaying={pending.planId === justChosen}
        />
      )}
      <PlanGrid
        button={(plan, isCurrent) => {
          const isPending = plan.id === pending?.planId
          const label = isCurrent ? 'currentPlan' : isPending ? 'chosen' : 'choose'
          return {
            label: t(label, { name: plan.name }),
            isDisabled: isCurrent || isPending || pending?.isPaid === true || state === null
          }
        }}
        note={(plan) => {
          const known = quoteOf(plan)
          return known && plan.id !== pending?.planId && !pending?.isPaid ? noteOf(known) : null
        }}
        onChoose={setChosen}
      />
      {chosen && quote && state && (
        <ConfirmDialog
          title={t('confirmTitle')}
          text={termsOf(chosen, quote, state.used)}
          confirmLabel={t('words:confirm')}
          isDangerous={false}
          onConfirm={async () => {
            setJustChosen(chosen.id)
            const isWaiting = await choosePlan(companyId, chosen.id)
            if (!isWaiting) notify.success(t('planChanged'))
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}
