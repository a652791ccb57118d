// The super user's plans: price, limits, what each includes, how many companies have it and what they bring a month.
import type { ReactNode } from 'react'
import { Group, Stack, Text } from '@mantine/core'
import { IconLicense } from '@tabler/icons-react'
import { createPlan, isAdminPlan, planDraft, updatePlan, type Plan } from '@guiche/shared/features/org/plans.ts'
import { planFlags, type PlanFlag } from '@guiche/shared/kernel/access.ts'
import { call } from '#platform/net/http.ts'
import { formatMoney, formatNumber } from '#platform/text/format.ts'
import { defineRecordForm, type Field } from '#ui/records/record-form.ts'
import type { RecordColumn } from '#ui/records/record-screen.ts'
import { useTexts, type Translate } from '#ui/records/record-texts.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { Figures } from '#ui/tables/cells.tsx'
import { putPlan, removePlan, searchedPlans, usePlanUsage } from './plans.store.ts'

interface PlanValues extends Record<string, unknown>, Record<PlanFlag, string> {
  name: string
  users: number | string
  connections: number | string
  queues: number | string
  value: number | string
  messages: number | string
  campaigns: number | string
  userPrice: number | string
  connectionPrice: number | string
  /** Of files; the server counts bytes. */
  gigabytes: number | string
}

function onOff(t: Translate<'plans'>) {
  return [
    { value: 'true', label: t('on') },
    { value: 'false', label: t('off') }
  ]
}

const limits = ['users', 'connections', 'queues'] as const

/** Reais. */
const money = {
  kind: 'number',
  prefix: 'R$ ',
  min: 0,
  max: 999_999,
  decimalScale: 2,
  decimalSeparator: ','
} as const

const gigabyte = 1e9

/** Empty for no limit. */
const bytesOf = (gigabytes: number | string) => (gigabytes === '' ? '' : Math.round(Number(gigabytes) * gigabyte))

const form = defineRecordForm({
  words: 'plans',
  values: (plan: Plan | undefined): PlanValues => ({
    name: plan?.name ?? '',
    users: plan?.users ?? 0,
    connections: plan?.connections ?? 0,
    queues: plan?.queues ?? 0,
    value: plan?.value ?? 0,
    messages: plan?.messages ?? '',
    campaigns: plan?.campaigns ?? '',
    userPrice: plan?.userPrice ?? '',
    connectionPrice: plan?.connectionPrice ?? '',
    gigabytes: plan?.storage == null ? '' : plan.storage / gigabyte,
    ...(Object.fromEntries(planFlags.map((flag) => [flag, String(plan?.[flag] ?? true)])) as Record<PlanFlag, string>)
  }),
  schema: planDraft,
  done: 'words:operationDone',
  failure: 'saveFailed',
  fields: [
    { name: 'name', withAsterisk: true, maxLength: 60 },
    ...limits.map((name) => ({ name, kind: 'number', min: 0, max: 99_999, allowDecimal: false }) as const),
    { name: 'value', ...money },
    ...(['userPrice', 'connectionPrice'] as const).map((name) => ({ name, hint: 'priceHint', ...money }) as const),
    ...(['messages', 'campaigns'] as const).map(
      (name) => ({ name, kind: 'number', hint: 'limitHint', min: 0, max: 999_999_999, allowDecimal: false }) as const
    ),
    {
      name: 'gigabytes',
      kind: 'number',
      hint: 'limitHint',
      min: 0,
      max: 1_000_000,
      decimalScale: 3,
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
    const body = planDraft.parse({ ...values, storage: bytesOf(values.gigabytes) })
    return plan ? call(updatePlan, { params: { id: plan.id }, body }) : call(createPlan, { body })
  },
  keep: putPlan
})

/** What the plan includes, as one text. */
function Included({ plan, t }: { plan: Plan; t: Translate<'plans'> }) {
  const included = planFlags.filter((flag) => plan[flag]).map((flag) => t(flag))
  return (
    <Text size="sm" c="dimmed">
      {included.join(' · ') || t('onlyService')}
    </Text>
  )
}

function Companies({ id }: Pick<Plan, 'id'>) {
  const found = usePlanUsage(({ usage }) => usage.get(id))
  return <Figures>{found === undefined ? '–' : formatNumber(found.companies)}</Figures>
}

function Revenue({ id }: Pick<Plan, 'id'>) {
  const found = usePlanUsage(({ usage }) => usage.get(id))
  return <Figures>{found === undefined ? '–' : formatMoney(found.revenue)}</Figures>
}

const columns: RecordColumn<Plan, 'plans'>[] = [
  {
    title: 'name',
    width: '36%',
    render: (plan, t) => (
      <>
        <Text fw={500}>{plan.name}</Text>
        <Included plan={plan} t={t} />
      </>
    )
  },
  { title: 'value', align: 'right', render: ({ value }) => <Figures>{formatMoney(value)}</Figures> },
  ...limits.map((key): RecordColumn<Plan, 'plans'> => ({
    title: key,
    align: 'right',
    from: 'lg',
    render: (plan) => <Figures>{formatNumber(plan[key])}</Figures>
  })),
  { title: 'companies', align: 'right', render: ({ id }) => <Companies id={id} /> },
  { title: 'revenue', align: 'right', from: 'sm', render: ({ id }) => <Revenue id={id} /> }
]

function NarrowPlan({ plan, buttons }: { plan: Plan; buttons: ReactNode }) {
  const t = useTexts('plans')
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={500}>{plan.name}</Text>
        <Figures>{formatMoney(plan.value)}</Figures>
      </Group>
      <Text size="sm" c="dimmed">
        {limits.map((key) => `${t(key)}: ${formatNumber(plan[key])}`).join(' · ')}
      </Text>
      <Included plan={plan} t={t} />
      <Group gap="xs">
        <Text size="sm" c="dimmed" component="span">
          {t('companies')}: <Companies id={plan.id} />
        </Text>
        <Text size="sm" c="dimmed" component="span">
          {t('revenue')}: <Revenue id={plan.id} />
        </Text>
      </Group>
      {buttons}
    </Stack>
  )
}

/** Why the server would refuse to delete it; null where nothing is in the way. */
function refusalOf(plan: Plan, t: Translate<'plans'>): string | null {
  if (isAdminPlan(plan)) return t('ours')
  const { companies = 0, awaited = 0 } = usePlanUsage.getState().usage.get(plan.id) ?? {}
  if (companies > 0) return t('inUse', { count: companies })
  return awaited > 0 ? t('awaited', { count: awaited }) : null
}

const Plans = defineRecordScreen({
  words: 'plans',
  texts: { deleteTitle: 'words:deleteTitle', deleted: 'words:operationDone' },
  icon: IconLicense,
  list: searchedPlans,
  columns,
  narrow: (plan, buttons) => <NarrowPlan plan={plan} buttons={buttons} />,
  form,
  emptyAction: null,
  deleteText: (_plan, t) => t('words:deleteQuestion'),
  deleteRefusal: refusalOf,
  remove: ({ id }) => removePlan(id)
})

export function PlansPage() {
  return <Plans />
}

/** The same among the settings, where the specification has them. */
export function PlansTab() {
  return (
    <Plans
      frame={({ search, add, table }) => (
        <>
          <Group gap="xs" mb="md">
            {search}
            {add}
          </Group>
          {table}
        </>
      )}
    />
  )
}
