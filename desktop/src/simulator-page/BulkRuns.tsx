// Bulk runs: how many customers write how many messages how fast, and how far they are.
import { useState } from 'react'
import { Button, NumberInput, Progress, Stack, Text } from '@mantine/core'
import type { BulkStats } from '../../../server/simulator/run-types.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { attempt, call } from './simulator-api.ts'
import { reload, useSimulator } from './simulator.store.ts'
import classes from './faults-column.module.css'

/** Runs that are shown, the newest first. */
const shown = 4

function Run({ run }: { run: BulkStats }) {
  const { t } = useTranslation('simulator')
  const { id, total, released, acked, redelivered, retried, finishedAt } = run
  return (
    <div>
      <Progress value={(acked / total) * 100} aria-label={t('bulk')} mb={4} />
      <Text size="xs" c="dimmed">
        {t('bulkRun', { released, total, acked })}
        {redelivered + retried > 0 && ` · ${t('bulkExtra', { redelivered, retried })}`}
      </Text>
      {!finishedAt && (
        <Button
          variant="default"
          size="compact-sm"
          mt={4}
          onClick={() => void attempt(() => call('POST', `/bulk/${id}/stop`, {}))}
        >
          {t('stop')}
        </Button>
      )}
    </div>
  )
}

export function BulkRuns() {
  const { t } = useTranslation('simulator')
  const runs = useSimulator((state) => state.runs)
  const [wanted, setWanted] = useState({ customers: 20, messages: 100, perSecond: 20 })
  const [isPreparing, setPreparing] = useState(false)
  const start = async () => {
    setPreparing(true)
    await attempt(async () => {
      const { perSecond, ...amounts } = wanted
      const phones = [useSimulator.getState().phone]
      await call('POST', '/bulk', { phones, ...amounts, perSecond: perSecond || undefined })
      await reload()
    })
    setPreparing(false)
  }
  const line = (label: string, name: keyof typeof wanted, min: number) => (
    <label className={classes['line']}>
      <span>{label}</span>
      <NumberInput
        value={wanted[name]}
        min={min}
        allowDecimal={false}
        onChange={(value) => setWanted({ ...wanted, [name]: Number(value) })}
      />
    </label>
  )
  return (
    <>
      <Text size="xs" c="dimmed">
        {t('bulkText')}
      </Text>
      {line(t('customers'), 'customers', 1)}
      {line(t('bulkMessages'), 'messages', 1)}
      {line(t('bulkRate'), 'perSecond', 0)}
      <Button disabled={isPreparing} onClick={() => void start()}>
        {t(isPreparing ? 'bulkPreparing' : 'bulkStart')}
      </Button>
      <Stack gap="xs">
        {runs
          .slice(-shown)
          .toReversed()
          .map((run) => (
            <Run key={run.id} run={run} />
          ))}
      </Stack>
    </>
  )
}
