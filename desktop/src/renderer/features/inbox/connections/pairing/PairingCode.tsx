// The code that is typed on the phone, how long it is good for, the way there on the phone, and what became of it.
import { useEffect, useRef, useState } from 'react'
import { Button, CopyButton, Group, List, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClockX, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { formatDuration } from '#platform/text/format.ts'
import { Outcome } from './Outcome.tsx'
import classes from './qr-dialog.module.css'
import { useAttempt } from './use-attempt.ts'
import type { Pairing } from './use-pairing.ts'

/** Seconds no code is good for: a clock that goes wrong must not show a time that never was. */
const longest = 180

function useTimeLeft(expiresAt: string | null): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = expiresAt === null ? 0 : (Date.parse(expiresAt) - now) / 1000
  return Math.round(Math.min(longest, Math.max(0, left)))
}

/** On one line: it is compared with the one on the phone. */
const onOneLine = (number: string): string => formatPhone(number).replaceAll(' ', '\u00a0')

/** What helps: another code, unless WhatsApp refused the number or wants to be left in peace. */
function remedyOf(problem: Pairing['problem']): 'code' | 'number' | 'qr' | null {
  if (problem === null) return null
  if (problem === 'refused') return 'number'
  return problem === 'rate-limited' ? 'qr' : 'code'
}

function Waiting({ pairing }: { pairing: Pairing }) {
  const { t } = useTranslation(['connections', 'words'])
  const seconds = useTimeLeft(pairing.expiresAt)
  const code = `${pairing.code.slice(0, 4)}-${pairing.code.slice(4)}`
  return (
    <div className={classes['pair']}>
      <Stack align="center" gap="xs">
        <output className={classes['letters']} aria-label={t('codeFor', { number: formatPhone(pairing.number) })}>
          {pairing.code === '' ? <Loader /> : code}
        </output>
        <Text size="xs" c="dimmed" className="g-numbers">
          {pairing.code === '' ? t('codeWaiting') : t('codeExpires', { time: formatDuration(seconds) })}
        </Text>
        {pairing.code !== '' && (
          <CopyButton value={code} timeout={3_000}>
            {({ copied, copy }) => (
              <Button
                variant="light"
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
              >
                {copied ? t('words:copied') : t('codeCopy')}
              </Button>
            )}
          </CopyButton>
        )}
      </Stack>
      <List type="ordered" spacing="sm" className={classes['steps']}>
        <List.Item>{t('codeStep1', { number: onOneLine(pairing.number) })}</List.Item>
        <List.Item>{t('qrStep2')}</List.Item>
        <List.Item>{t('codeStep3')}</List.Item>
        <List.Item>{t('codeStep4')}</List.Item>
      </List>
    </div>
  )
}

function Failed({ pairing, problem }: { pairing: Pairing; problem: NonNullable<Pairing['problem']> }) {
  const { t } = useTranslation('connections')
  const isLate = problem === 'expired'
  return (
    <Outcome
      icon={isLate ? <IconClockX size={28} /> : <IconAlertTriangle size={28} />}
      color={isLate ? 'yellow' : 'red'}
      title={t(`codeProblem_${problem}`)}
      text={t(`codeProblemText_${problem}`, { number: onOneLine(pairing.number) })}
    />
  )
}

export function PairingCode({ pairing }: { pairing: Pairing }) {
  const { t } = useTranslation('connections')
  const { isBusy, attempt } = useAttempt()
  const element = useRef<HTMLDivElement>(null)
  // What had the focus before is gone.
  useEffect(() => element.current?.focus(), [])
  const { problem } = pairing
  const remedy = remedyOf(problem)
  const look = (way: typeof remedy) => (way === remedy ? 'filled' : 'default')
  return (
    <Stack ref={element} tabIndex={-1} className={classes['quiet'] ?? ''}>
      {problem === null ? <Waiting pairing={pairing} /> : <Failed pairing={pairing} problem={problem} />}
      <Group justify={problem === null ? 'flex-end' : 'center'} gap="xs">
        <Button variant={look('qr')} disabled={isBusy} onClick={() => attempt(pairing.back)}>
          {t('codeBack')}
        </Button>
        <Button variant={look('number')} disabled={isBusy} onClick={pairing.type}>
          {t('codeOtherNumber')}
        </Button>
        <Button
          variant={look('code')}
          disabled={isBusy || (problem === null && pairing.code === '')}
          onClick={() => attempt(() => pairing.ask(pairing.number))}
        >
          {t('codeNew')}
        </Button>
      </Group>
    </Stack>
  )
}
