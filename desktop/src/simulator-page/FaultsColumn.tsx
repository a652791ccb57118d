// Right column: what goes wrong now or as long as it is on, bulk runs, and the log.
import { useState } from 'react'
import { Button, Group, NativeSelect, SimpleGrid, Text, Title } from '@mantine/core'
import { formatTime } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { BulkRuns } from './BulkRuns.tsx'
import { LastingFaults } from './LastingFaults.tsx'
import { Refusals } from './Refusals.tsx'
import { Section } from './Section.tsx'
import { attempt, call } from './simulator-api.ts'
import { usePhone, useSimulator } from './simulator.store.ts'
import classes from './faults-column.module.css'

const levers = ['drop', 'restart', 'replaced', 'unavailable', 'few-prekeys', 'removed', 'banned'] as const
type Lever = (typeof levers)[number]
const grave = new Set<Lever>(['removed', 'banned'])
const wide = new Set<Lever>(['few-prekeys', ...grave])

/** How many faults are on, refusals among them. */
function useCount(): number {
  return useSimulator(({ faults, refusals }) => {
    const values = [faults.global, ...Object.values(faults.phones)].flatMap((set) => Object.values(set))
    return values.filter((value) => value && !['accept', 'fine'].includes(String(value))).length + refusals.length
  })
}

function Active() {
  const { t } = useTranslation('simulator')
  const count = useCount()
  if (count === 0) return null
  return (
    <Group wrap="nowrap" className={classes['active'] ?? ''}>
      <Text fw={600} flex={1}>
        {t('faultsActive', { count })}
      </Text>
      <Button variant="default" size="xs" onClick={() => void attempt(() => call('DELETE', '/faults'))}>
        {t('clearFaults')}
      </Button>
    </Group>
  )
}

function Levers({ scope }: { scope: string | undefined }) {
  const { t } = useTranslation('simulator')
  const phones = useSimulator((state) => state.phones)
  const pull = async (lever: Lever) => {
    const numbers = phones.filter(({ devices }) => devices.length > 0).map(({ number }) => number)
    for (const number of scope === undefined ? numbers : [scope]) {
      await call('POST', `/phones/${number}/pull`, { lever })
    }
    notify.success(t('done'))
  }
  return (
    <SimpleGrid cols={2} spacing={6} verticalSpacing={6}>
      {levers.map((lever) => (
        <Button
          key={lever}
          size="xs"
          px={4}
          variant={grave.has(lever) ? 'light' : 'default'}
          color={grave.has(lever) ? 'red' : 'gray'}
          className={wide.has(lever) ? (classes['wide'] ?? '') : ''}
          onClick={() => void attempt(() => pull(lever))}
        >
          {t(lever)}
        </Button>
      ))}
    </SimpleGrid>
  )
}

function Log() {
  const { t } = useTranslation('simulator')
  const log = useSimulator((state) => state.log)
  const phones = useSimulator((state) => state.phones)
  if (log.length === 0) return <Text c="dimmed">{t('emptyLog')}</Text>
  return (
    <ol className={classes['log']}>
      {log.map(({ at, text, phone }, index) => (
        // Counted from the end: lines come in at the front.
        <li key={log.length - index}>
          <time className="g-numbers">{formatTime(at)}</time>
          <span>
            {text} {phone && <small>{phones.find(({ number }) => number === phone)?.name ?? phone}</small>}
          </span>
        </li>
      ))}
    </ol>
  )
}

export function FaultsColumn() {
  const { t } = useTranslation('simulator')
  const phone = usePhone()
  const [isForAll, setForAll] = useState(false)
  const scope = isForAll ? undefined : phone?.number
  return (
    <aside className={classes['column']} data-column="faults">
      <Section title={t('faults')}>
        <Active />
        <label className={classes['line']}>
          <span>{t('faultScope')}</span>
          <NativeSelect
            value={isForAll ? 'all' : 'phone'}
            onChange={({ currentTarget }) => setForAll(currentTarget.value === 'all')}
            data={[
              { value: 'phone', label: phone?.name ?? '—' },
              { value: 'all', label: t('allPhones') }
            ]}
          />
        </label>
        <Title order={3} size="h4" c="dimmed">
          {t('now')}
        </Title>
        <Levers scope={scope} />
        <Title order={3} size="h4" c="dimmed">
          {t('lasting')}
        </Title>
        <LastingFaults scope={scope} />
        <Title order={3} size="h4" c="dimmed">
          {t('refuseTitle')}
        </Title>
        <Refusals scope={scope} />
      </Section>
      <Section title={t('bulk')}>
        <BulkRuns />
      </Section>
      <Section title={t('log')}>
        <Log />
      </Section>
    </aside>
  )
}
