// The dialog that adds or edits a company: who it is, its plan, and until when it has paid.
import { useEffect } from 'react'
import { Select, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  companyDraft,
  createCompany,
  recurrences,
  updateCompany,
  type Company,
  type Recurrence
} from '@guiche/shared/features/org/companies.ts'
import { dueDay } from '@guiche/shared/features/org/due-dates.ts'
import { adminPlanName } from '@guiche/shared/features/org/plans.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { NewPasswordField } from '#ui/forms/NewPasswordField.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { usePasswordHint } from '#ui/forms/use-password-hint.ts'
import { refreshPlans, usePlans } from '#features/org/plans/plans.store.ts'
import { putCompany } from './companies.store.ts'

function valuesOf(company: Company | null) {
  return {
    name: company?.name ?? '',
    email: company?.email ?? '',
    phone: company?.phone ?? '',
    password: '',
    planId: company?.planId ? String(company.planId) : '',
    status: String(company?.status ?? true),
    campaignsEnabled: String(company?.campaignsEnabled ?? false),
    dueDate: company?.dueDate ? dueDay(company.dueDate) : '',
    recurrence: company?.recurrence ?? 'MENSAL',
    currentPassword: ''
  }
}

const fieldOfCode = {
  ERR_COMPANY_NAME_ALREADY_EXISTS: 'name',
  ERR_EMAIL_ALREADY_EXISTS: 'email',
  ERR_PASSWORD_TOO_WEAK: 'password',
  ...currentPasswordCodes
}

interface CompanyDialogProps {
  /** Null to add one. */
  company: Company | null
  onSaved: (saved: Company) => void
  onClose: () => void
}

/** Mount it to open it; `onClose` is called when it has gone. */
export function CompanyDialog({ company, onSaved, onClose }: CompanyDialogProps) {
  const { t } = useTranslation('companies')
  const { policy, hint } = usePasswordHint()
  const plans = usePlans(({ items }) => items)
  useEffect(() => void refreshPlans(), [])
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues: valuesOf(company),
    schema: company ? companyDraft.omit({ password: true }) : companyDraft.required({ password: true }),
    check: ({ currentPassword }) => missed(currentPassword)
  })
  const submit = async ({ password, currentPassword, ...values }: typeof form.values) => {
    const body = { ...values, recurrence: values.recurrence as Recurrence }
    const saved = company
      ? await call(updateCompany, { params: { id: company.id }, body })
      : await listen(call(createCompany, { body: { ...body, password, ...confirmed(currentPassword) } }))
    putCompany(saved)
    notify.success(t('saved'))
    onSaved(saved)
  }
  const offered = plans.filter(({ id, name }) => name !== adminPlanName || id === company?.planId)
  const yesNo = [
    { value: 'true', label: t('enabled') },
    { value: 'false', label: t('disabled') }
  ]
  return (
    <FormDialog
      title={t(company ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      failure={t('saveFailed')}
      fieldOfCode={fieldOfCode}
    >
      <TextInput label={t('name')} withAsterisk maxLength={50} {...form.getInputProps('name')} />
      <TextInput label={t('email')} type="email" withAsterisk {...form.getInputProps('email')} />
      <TextInput label={t('phone')} type="tel" {...form.getInputProps('phone')} />
      <Select
        label={t('plan')}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        clearable
        placeholder={t('noPlan')}
        {...form.getInputProps('planId')}
        value={form.values.planId || null}
      />
      <Select
        label={t('status')}
        data={[
          { value: 'true', label: t('active') },
          { value: 'false', label: t('inactive') }
        ]}
        allowDeselect={false}
        {...form.getInputProps('status')}
      />
      <Select label={t('campaigns')} data={yesNo} allowDeselect={false} {...form.getInputProps('campaignsEnabled')} />
      <TextInput label={t('dueDate')} type="date" {...form.getInputProps('dueDate')} />
      <Select
        label={t('recurrence')}
        data={recurrences.map((value) => ({ value, label: t(value) }))}
        allowDeselect={false}
        {...form.getInputProps('recurrence')}
      />
      {company === null && (
        <NewPasswordField
          policy={policy}
          label={t('password')}
          description={`${t('passwordHint')} ${hint}`}
          withAsterisk
          {...form.getInputProps('password')}
        />
      )}
      {company === null && isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
  )
}
