// Faults that last as long as they are on: switches, times and ways of refusing.
import { NativeSelect, NumberInput, Switch } from '@mantine/core'
import type { FaultSettings } from '../../../server/simulator/run-types.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { setFaults, useSimulator } from './simulator.store.ts'
import classes from './faults-column.module.css'

const switches = ['deaf', 'duplicateInbound', 'dropAcks', 'holdReceipts'] as const
const amounts = ['latencyMs', 'ackDelayMs', 'dropAfterMessages'] as const

/** What is refused with one of these statuses; 0 for none. */
const refusals = [
  { name: 'linkCodeFailure', statuses: [400, 429], isGlobal: false },
  { name: 'loginFailure', statuses: [401, 403, 503], isGlobal: false },
  { name: 'uploadFailure', statuses: [500, 413], isGlobal: true }
] as const

const ways = {
  upgrade: ['accept', 'refuse', 'silent'],
  media: ['fine', 'slow', 'endless', 'broken', 'gone', 'wrong-hash']
} as const

interface LineProps {
  label: string
  value: string
  options: { value: string; label: string }[]
  onChoose: (value: string) => void
}

function Line({ label, value, options, onChoose }: LineProps) {
  return (
    <label className={classes['line']}>
      <span>{label}</span>
      <NativeSelect value={value} data={options} onChange={({ currentTarget }) => onChoose(currentTarget.value)} />
    </label>
  )
}

/** `scope` is the phone they are for; all without. */
export function LastingFaults({ scope }: { scope: string | undefined }) {
  const { t } = useTranslation('simulator')
  const faults = useSimulator((state) => state.faults)
  const now: Partial<FaultSettings> =
    scope === undefined ? faults.global : { ...faults.global, ...faults.phones[scope] }
  const put = (change: Partial<FaultSettings>) => setFaults(scope, change)
  const isGlobal = scope === undefined
  return (
    <>
      {[...switches, ...(isGlobal ? (['expireQr'] as const) : [])].map((name) => (
        <Switch
          key={name}
          label={t(name)}
          labelPosition="left"
          color="red"
          classNames={{ body: classes['switch'] ?? '' }}
          checked={now[name] ?? false}
          onChange={({ currentTarget }) => put({ [name]: currentTarget.checked })}
        />
      ))}
      {amounts.map((name) => {
        const value = now[name] ?? 0
        return (
          <label key={`${name} ${value}`} className={classes['line']}>
            <span>{t(name)}</span>
            <NumberInput
              defaultValue={value}
              min={0}
              allowDecimal={false}
              onBlur={({ currentTarget }) => {
                const wanted = Number(currentTarget.value)
                if (wanted !== value) put({ [name]: wanted })
              }}
              onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
            />
          </label>
        )
      })}
      {refusals
        .filter((one) => isGlobal || !one.isGlobal)
        .map(({ name, statuses }) => (
          <Line
            key={name}
            label={t(name)}
            value={String(now[name] ?? 0)}
            options={[
              { value: '0', label: t('accepted') },
              ...statuses.map((status) => ({ value: String(status), label: String(status) }))
            ]}
            onChoose={(status) => put({ [name]: Number(status) })}
          />
        ))}
      {isGlobal && (
        <>
          <Line
            label={t('upgrade')}
            value={now.upgrade ?? 'accept'}
            options={ways.upgrade.map((value) => ({ value, label: t(`upgrade_${value}`) }))}
            onChoose={(upgrade) => put({ upgrade: upgrade as FaultSettings['upgrade'] })}
          />
          <Line
            label={t('media')}
            value={now.media ?? 'fine'}
            options={ways.media.map((value) => ({ value, label: t(`media_${value}`) }))}
            onChoose={(media) => put({ media: media as FaultSettings['media'] })}
          />
        </>
      )}
    </>
  )
}
