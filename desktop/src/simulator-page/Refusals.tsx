// Refused sends: to whom, with which error, how often.
import { useState } from 'react'
import { Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslation } from '#platform/text/translation.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { attempt, call } from './simulator-api.ts'
import { useSimulator } from './simulator.store.ts'

const errors = ['463', '479', '500']
/** People that the list offers; the open chat's is always among them. */
const most = 80

/** `scope` is the phone whose sends are refused; all without. */
export function Refusals({ scope }: { scope: string | undefined }) {
  const { t } = useTranslation('simulator')
  const customers = useSimulator((state) => state.customers)
  const refusals = useSimulator((state) => state.refusals)
  const other = useSimulator((state) => state.other)
  const [chosen, setChosen] = useState<string | null>(null)
  const [error, setError] = useState('463')
  const [times, setTimes] = useState('1')
  const offered = customers.filter(({ id }, index) => index < most || id === other)
  // Until somebody chooses, it is whose chat is open.
  const customer = chosen ?? (offered.some(({ id }) => id === other) ? other : '')
  const timesText = (count: number) => (count < 0 ? t('always') : `${count}×`)
  const nameOf = (id: string | undefined) =>
    id === undefined ? t('everyone') : (customers.find((one) => one.id === id)?.name ?? id)
  const refuse = () =>
    void attempt(() =>
      call('POST', '/refusals', {
        phone: scope,
        customer: customer || undefined,
        error: Number(error),
        times: Number(times)
      })
    )
  return (
    <>
      <NativeSelect
        aria-label={t('refuseWho')}
        value={customer}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        data={[{ value: '', label: t('everyone') }, ...offered.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <Group gap={6} wrap="nowrap">
        <NativeSelect
          flex={1}
          aria-label={t('refuseWith')}
          value={error}
          onChange={({ currentTarget }) => setError(currentTarget.value)}
          data={errors}
        />
        <NativeSelect
          flex={1}
          aria-label={t('refuseTimes')}
          value={times}
          onChange={({ currentTarget }) => setTimes(currentTarget.value)}
          data={[1, 3, -1].map((count) => ({ value: String(count), label: timesText(count) }))}
        />
        <Button variant="default" onClick={refuse}>
          {t('refuse')}
        </Button>
      </Group>
      {refusals.map(({ id, error: code, customer: to, times: left }) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <Text flex={1}>{`${code} → ${nameOf(to)} · ${timesText(left)}`}</Text>
          <IconButton
            label={t('stop')}
            icon={IconX}
            size="md"
            onClick={() => void attempt(() => call('DELETE', `/refusals/${id}`))}
          />
        </Group>
      ))}
    </>
  )
}
