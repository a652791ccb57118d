// The super user's plans: limits, price and features, in a form above the table.
import { Text } from '@mantine/core'
import { IconLicense } from '@tabler/icons-react'
import { createPlan, planDraft, updatePlan, type Plan } from '@guiche/shared/features/org/plans.ts'
import { planFlags, type PlanFlag } from '@guiche/shared/kernel/access.ts'
import { call } from '#platform/net/http.ts'
import { formatMoney, formatNumber } from '#platform/text/format.ts'
import { defineRecordForm, type Field } from '#ui/records/record-form.ts'
import type { RecordColumn } from '#ui/records/record-screen.ts'
import type { Translate } from '#ui/records/record-texts.ts'
import { RecordTab } from '#ui/records/RecordTab.tsx'
import { Figures } from '#ui/tables/cells.tsx'
import { putPlan, refreshPlans, removePlan, usePlans } from './plans.store.ts'

interface PlanValues extends Record<string, unknown>, Record<PlanFlag, string> {
  name: string
  users: number | string
  connections: number | string
  queues: number | string
  value: number | string
}

function onOff(t: Translate<'plans'>) {
  return [
    { value: 'true', label: t('on') },
    { value: 'false', label: t('off') }
  ]
}

const limits = ['users', 'connections', 'queues'] as const

const form = defineRecordForm({
  words: 'plans',
  values: (plan: Plan | undefined): PlanValues => ({
    name: plan?.name ?? '',
    users: plan?.users ?? 0,
    connections: plan?.connections ?? 0,
    queues: plan?.queues ?? 0,
    value: plan?.value ?? 0,
    ...(Object.fromEntries(planFlags.map((flag) => [flag, String(plan?.[flag] ?? true)])) as Record<PlanFlag, string>)
  }),
  schema: planDraft,
  done: 'words:operationDone',
  fields: [
    { name: 'name', withAsterisk: true, maxLength: 60 },
    ...limits.map((name) => ({ name, kind: 'number', min: 0, max: 99_999, allowDecimal: false }) as const),
    {
      name: 'value',
      kind: 'number',
      prefix: 'R$ ',
      min: 0,
      max: 999_999,
      decimalScale: 2,
      decimalSeparator: ','
    },
    ...planFlags.map((name): Field<Plan, PlanValues, 'plans'> => ({
      name,
      kind: 'select',
      allowDeselect: false,
      options: onOff
    }))
  ],
  save: (values, plan) => {
    const body = planDraft.parse(values)
    return plan ? call(updatePlan, { params: { id: plan.id }, body }) : call(createPlan, { body })
  },
  keep: putPlan
})

const list = { use: usePlans, refresh: refreshPlans }

const columns: RecordColumn<Plan, 'plans'>[] = [
  { title: 'name', render: ({ name }) => <Text fw={500}>{name}</Text> },
  ...limits.map((key): RecordColumn<Plan, 'plans'> => ({
    title: key,
    align: 'right',
    from: 'sm',
    render: (plan) => <Figures>{formatNumber(plan[key])}</Figures>
  })),
  {
    title: 'features',
    from: 'lg',
    render: (plan, t) => (
      <Text size="xs" c="dimmed">
        {planFlags
          .filter((flag) => plan[flag])
          .map((flag) => t(flag))
          .join(', ') || '–'}
      </Text>
    )
  },
  { title: 'value', align: 'right', render: ({ value }) => <Figures>{formatMoney(value)}</Figures> }
]

export function PlansTab() {
  return (
    <RecordTab
      words="plans"
      texts={{ deleteTitle: 'words:deleteTitle', deleted: 'words:operationDone' }}
      icon={IconLicense}
      list={list}
      columns={columns}
      form={form}
      failure="saveFailed"
      deleteText={(_plan, t) => t('words:deleteQuestion')}
      remove={({ id }) => removePlan(id)}
    />
  )
}
