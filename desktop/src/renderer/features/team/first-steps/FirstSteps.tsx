// The first hour as a list on the administrators' home: it ticks itself, leads to each screen and can be put away.
import { useEffect, useState } from 'react'
import { Button, Progress, Text, Title } from '@mantine/core'
import {
  IconCheck,
  IconClock,
  IconDeviceMobile,
  IconHierarchy2,
  IconMessage2Check,
  IconMessageCircle,
  IconPlugConnected,
  IconUserPlus,
  IconX,
  type Icon
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { firstSteps, type FirstStep } from '@guiche/shared/features/team/first-steps.ts'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { notify } from '#platform/device/notify.ts'
import { choose } from '#platform/session/preferences.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { ensureConnections } from '#features/inbox/connections/connections.store.ts'
import classes from './first-steps.module.css'
import { askFirstSteps, followFirstSteps, useFirstSteps } from './first-steps.store.ts'
import { TestMessageDialog, useTestNumber } from './TestMessageDialog.tsx'

const places: Record<FirstStep, { to: string; icon: Icon }> = {
  number: { to: pages.connections, icon: IconPlugConnected },
  queue: { to: pages.queues, icon: IconHierarchy2 },
  people: { to: pages.users, icon: IconUserPlus },
  hours: { to: pages.settings, icon: IconClock },
  greeting: { to: pages.connections, icon: IconMessageCircle },
  answered: { to: pages.tickets, icon: IconMessage2Check }
}

/** Leads from the last step to one's own phone, once there is a number to write to. */
function TestButton() {
  const { t } = useTranslation('firstSteps')
  const target = useTestNumber()
  const [open, setOpen] = useState<typeof target>(null)
  useEffect(() => void ensureConnections(), [])
  return (
    <>
      {target !== null && (
        <Button
          variant="light"
          size="xs"
          className={classes['action'] ?? ''}
          leftSection={<IconDeviceMobile size={16} />}
          onClick={() => setOpen(target)}
        >
          {t('test')}
        </Button>
      )}
      {open !== null && <TestMessageDialog {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

function Step({ step, isDone }: { step: FirstStep; isDone: boolean }) {
  const { t } = useTranslation('firstSteps')
  const { to, icon } = places[step]
  const Sign = isDone ? IconCheck : icon
  return (
    <li>
      <Link to={to} className={classes['step']} data-done={isDone || undefined}>
        <span className={classes['sign']}>
          <Sign
            size={18}
            stroke={isDone ? 2.4 : 1.6}
            aria-label={isDone ? t('done') : undefined}
            aria-hidden={!isDone}
          />
        </span>
        <span>
          <Text span display="block" size="sm" fw={500}>
            {t(step)}
          </Text>
          {!isDone && (
            <Text span display="block" size="xs" c="dimmed">
              {t(`${step}Hint`)}
            </Text>
          )}
        </span>
      </Link>
      {step === 'answered' && !isDone && <TestButton />}
    </li>
  )
}

function StepList({ shown }: { shown: FirstStep[] }) {
  const { t } = useTranslation('firstSteps')
  useEffect(followFirstSteps, [])
  const putAway = () => {
    choose({ firstSteps: 'away' })
    notify.success(t('awayDone'))
  }
  return (
    <section aria-label={t('title')} className={classes['card']}>
      <header className={classes['head']}>
        <div>
          <Title order={2} size="h3">
            {t('title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('progress', { done: shown.length, all: firstSteps.length })}
          </Text>
        </div>
        <IconButton label={t('putAway')} icon={IconX} onClick={putAway} />
      </header>
      <Progress value={(shown.length / firstSteps.length) * 100} size="sm" aria-hidden />
      <ol className={classes['steps']}>
        {firstSteps.map((step) => (
          <Step key={step} step={step} isDone={shown.includes(step)} />
        ))}
      </ol>
    </section>
  )
}

export function FirstSteps() {
  const { shown } = useFirstSteps()
  useEffect(askFirstSteps, [])
  return shown !== null && <StepList shown={shown} />
}
