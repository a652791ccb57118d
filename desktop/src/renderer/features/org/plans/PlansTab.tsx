// The super user's plans: limits, price and features, in a form above the table.
import { useEffect, useState } from 'react'
import { NumberInput, Select, Text, TextInput } from '@mantine/core'
import { IconLicense } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { planFlags, type PlanFlag } from '@guiche/shared/kernel/access.ts'
import { createPlan, planDraft, updatePlan, type Plan } from '@guiche/shared/features/org/plans.ts'
import { formatMoney, formatNumber } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { DataTable, type Column } from '#ui/tables/DataTable.tsx'
import { RecordForm } from '#ui/forms/RecordForm.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { putPlan, refreshPlans, removePlan, usePlans } from './plans.store.ts'

interface PlanValues extends Record<string, unknown>, Record<PlanFlag, string> {
  name: string
  users: number | string
  connections: number | string
  queues: number | string
  value: number | string
}

function valuesOf(plan?: Plan): PlanValues {
  return {
    name: plan?.name ?? '',
    users: plan?.users ?? 0,
    connections: plan?.connections ?? 0,
    queues: plan?.queues ?? 0,
    value: plan?.value ?? 0,
    ...(Object.fromEntries(planFlags.map((flag) => [flag, String(plan?.[flag] ?? true)])) as Record<PlanFlag, string>)
  }
}

const limits = ['users', 'connections', 'queues'] as const

export function PlansTab() {
  const { t } = useTranslation(['plans', 'words'])
  const { items, phase, error } = usePlans()
  const [edited, setEdited] = useState<Plan | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  useEffect(() => void refreshPlans(), [])
  const form = useDraftForm<PlanValues>({ initialValues: valuesOf(), schema: planDraft, required: 'mandatory' })
  const edit = (plan: Plan | null) => {
    setEdited(plan)
    form.setValues(valuesOf(plan ?? undefined))
    form.clearErrors()
  }
  const submit = async (values: PlanValues) => {
    const body = planDraft.parse(values)
    putPlan(edited ? await call(updatePlan, { params: { id: edited.id }, body }) : await call(createPlan, { body }))
    edit(null)
    notify.success(t('words:operationDone'))
  }
  const onOff = [
    { value: 'true', label: t('on') },
    { value: 'false', label: t('off') }
  ]
  const number = (key: (typeof limits)[number]): Column<Plan> => ({
    key,
    title: t(key),
    align: 'right',
    from: 'sm',
    render: (plan) => <span className="g-numbers">{formatNumber(plan[key])}</span>
  })
  const columns: Column<Plan>[] = [
    { key: 'name', title: t('name'), render: ({ name }) => <Text fw={500}>{name}</Text> },
    ...limits.map(number),
    {
      key: 'features',
      title: t('features'),
      from: 'lg',
      render: (plan) => (
        <Text size="xs" c="dimmed">
          {planFlags
            .filter((flag) => plan[flag])
            .map((flag) => t(flag))
            .join(', ') || '–'}
        </Text>
      )
    },
    {
      key: 'value',
      title: t('value'),
      align: 'right',
      render: ({ value }) => <span className="g-numbers">{formatMoney(value)}</span>
    }
  ]
  return (
    <>
      <RecordForm
        label={t(edited ? 'edit' : 'add')}
        form={form}
        onSubmit={submit}
        onClear={() => edit(null)}
        onDelete={edited ? () => setDeleting(true) : undefined}
        failure={t('saveFailed')}
      >
        <TextInput label={t('name')} withAsterisk maxLength={60} {...form.getInputProps('name')} />
        {limits.map((key) => (
          <NumberInput
            key={key}
            label={t(key)}
            min={0}
            max={99_999}
            allowDecimal={false}
            {...form.getInputProps(key)}
          />
        ))}
        <NumberInput
          label={t('value')}
          prefix="R$ "
          min={0}
          max={999_999}
          decimalScale={2}
          decimalSeparator=","
          {...form.getInputProps('value')}
        />
        {planFlags.map((flag) => (
          <Select key={flag} label={t(flag)} data={onOff} allowDeselect={false} {...form.getInputProps(flag)} />
        ))}
      </RecordForm>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        phase={phase}
        error={error}
        onRetry={() => void refreshPlans()}
        onOpen={edit}
        currentKey={edited?.id}
        empty={{ icon: IconLicense, text: t('emptyText') }}
      />
      {isDeleting && edited && (
        <ConfirmDialog
          title={t('words:deleteTitle')}
          text={t('words:deleteQuestion')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removePlan(edited.id)
            edit(null)
            notify.success(t('words:operationDone'))
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
