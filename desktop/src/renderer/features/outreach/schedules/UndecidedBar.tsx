// Messages whose moment passed while nothing could be sent: each is sent now or never, and only by a person's word.
import { useEffect, useRef, useState } from 'react'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { formatCalendar, formatClock } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { shownAt } from '#platform/session/company-clock.ts'
import { failureText } from './schedule-state.ts'
import { decide, ensureUndecided, useUndecided } from './schedules.store.ts'
import classes from './schedules.module.css'

/** Messages that are listed; the rest follow when these are decided. */
const most = 5

/** The buttons go with the message: the keyboard is led to the next one. */
function focusIn(next: Element | null | undefined): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return
    const button = next?.matches('button') ? next : next?.querySelector('button')
    if (button instanceof HTMLElement) button.focus()
  })
}

function Undecided({ schedule, onOpen }: { schedule: Schedule; onOpen: (schedule: Schedule) => void }) {
  const { t } = useTranslation(['schedules', 'words'])
  const row = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState<'send' | 'skip' | null>(null)
  const { id, contact, sendAt, body } = schedule
  const shown = shownAt(sendAt)
  const time = formatClock(shown.slice(11))
  const failure = failureText(schedule)
  const say = async (decision: 'send' | 'skip') => {
    setBusy(decision)
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling
    try {
      await decide(id, decision)
      notify.success(t(decision === 'send' ? 'sentNow' : 'skipped'))
      focusIn(next)
    } catch (error) {
      notify.error(error)
      setBusy(null)
    }
  }
  return (
    <div ref={row} className={classes['undecided']} role="group" aria-label={`${contact.name} ${time}`}>
      <div className={classes['undecidedText']}>
        <Text size="sm" fw={500} dir="auto" truncate>
          {contact.name} · {formatCalendar(shown.slice(0, 10), { day: '2-digit', month: '2-digit' })} {time}
        </Text>
        <Text size="sm" lineClamp={1} dir="auto">
          {failure === null ? body : `${failure} · ${body}`}
        </Text>
      </div>
      <Group gap="xs">
        <Button size="compact-sm" loading={busy === 'send'} disabled={busy === 'skip'} onClick={() => void say('send')}>
          {t('sendNow')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={busy === 'skip'}
          disabled={busy === 'send'}
          onClick={() => void say('skip')}
        >
          {t('skip')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => onOpen(schedule)}>
          {t('words:edit')}
        </Button>
      </Group>
    </div>
  )
}

export function UndecidedBar({ onOpen }: { onOpen: (schedule: Schedule) => void }) {
  const { t } = useTranslation('schedules')
  const items = useUndecided((state) => state.items)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => void ensureUndecided(), [])
  if (items.length === 0) return null
  const skipAll = async () => {
    for (const { id } of items) await decide(id, 'skip')
  }
  return (
    <Alert
      className={classes['word'] ?? ''}
      color="orange"
      role="alert"
      mb="md"
      icon={<IconClockExclamation size={18} />}
      title={t('undecided', { count: items.length })}
    >
      <Text size="sm" mb={4}>
        {t('undecidedText')}
      </Text>
      {items.slice(0, most).map((schedule) => (
        <Undecided key={schedule.id} schedule={schedule} onOpen={onOpen} />
      ))}
      {items.length > 1 && (
        <Button size="compact-sm" variant="subtle" color="red" mt={4} onClick={() => setAsking(true)}>
          {t('skipAll')}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('skipAllTitle', { count: items.length })}
          text={t('deleteText')}
          confirmLabel={t('skipAll')}
          onConfirm={skipAll}
          onClose={() => setAsking(false)}
        />
      )}
    </Alert>
  )
}
