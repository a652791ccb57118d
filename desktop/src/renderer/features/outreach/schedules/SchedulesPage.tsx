// The screen of scheduled messages: those that wait for a word, and the calendar of all the others.
import { useEffect, useEffectEvent, useState } from 'react'
import { Alert, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { showContact } from '@guiche/shared/features/inbox/contacts.ts'
import type { Schedule } from '@guiche/shared/features/outreach/schedules.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { daysOf, type CalendarView } from './calendar-days.ts'
import { shownAt, today } from '#platform/session/company-clock.ts'
import { ScheduleCalendar } from './ScheduleCalendar.tsx'
import { ScheduleDialog, type ScheduleDialogProps } from './ScheduleDialog.tsx'
import { isSavable } from './schedule-state.ts'
import { reloadCalendar, removeSchedule, showCalendar, useCalendar } from './schedules.store.ts'
import { SearchReach } from './SearchReach.tsx'
import { SentSchedule } from './SentSchedule.tsx'
import { UndecidedBar } from './UndecidedBar.tsx'
import classes from './schedules.module.css'

type OpenDialog =
  ({ kind: 'add' } & Pick<ScheduleDialogProps, 'contact' | 'shown'>) | { kind: 'open' | 'delete'; schedule: Schedule }

/** Milliseconds after the last key before a search is asked (spec: 500). */
const searchDelay = 500
const narrow = '(max-width: 719.98px)'

/** The contact that the address asks to schedule for; asked for once. */
function useAskedContact(onFound: (contact: NonNullable<ScheduleDialogProps['contact']>) => void) {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('contactId'))
  const found = useEffectEvent(onFound)
  useEffect(() => {
    if (!Number.isSafeInteger(asked) || asked <= 0) return
    setParams({}, { replace: true })
    call(showContact, { params: { id: asked } }).then((contact) => found(contact), notify.error)
  }, [asked, setParams])
}

const deleteTextOf = ({ repeat, sentAt }: Schedule) =>
  sentAt !== null ? 'deleteTextSent' : repeat === 'none' ? 'deleteText' : 'deleteTextRepeated'

export function SchedulesPage() {
  const { t } = useTranslation(['schedules', 'words'])
  const [shown, setShown] = useState<{ view: CalendarView; day: string }>(() => ({
    view: window.matchMedia(narrow).matches ? 'agenda' : 'month',
    day: today()
  }))
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim().toLowerCase(), searchDelay)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { phase, error } = useCalendar()
  const close = () => setDialog(null)
  const days = daysOf(shown.view, shown.day)
  const [from = shown.day, to = shown.day] = [days[0], days.at(-1)]
  useEffect(() => showCalendar({ from, to }, asked), [from, to, asked])
  useAskedContact((contact) => setDialog({ kind: 'add', contact }))

  const open = (schedule: Schedule) => setDialog({ kind: 'open', schedule })
  /** A place that is over already offers the usual time. */
  const addAt = (moment: string) =>
    setDialog({ kind: 'add', ...(moment > shownAt(Date.now()) ? { shown: moment } : {}) })
  return (
    <>
      <PageHeader title={t('title')}>
        <SearchField label={t('searchLabel')} value={search} onChange={setSearch} />
        <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog({ kind: 'add' })}>
          {t('add')}
        </Button>
      </PageHeader>
      <UndecidedBar onOpen={open} />
      {phase === 'failed' && (
        <Alert className={classes['word'] ?? ''} color="red" mb="md" title={t('words:listFailed')}>
          {errorText(error)}
          <Button size="compact-sm" variant="default" mt="xs" display="block" onClick={() => void reloadCalendar()}>
            {t('words:retry')}
          </Button>
        </Alert>
      )}
      {asked !== '' && (
        <SearchReach search={asked} from={from} to={to} onDay={(day) => setShown(({ view }) => ({ view, day }))} />
      )}
      <ScheduleCalendar
        {...shown}
        days={days}
        onShow={(view, day) => setShown({ view, day })}
        onOpen={open}
        onDelete={(schedule) => setDialog({ kind: 'delete', schedule })}
        onAdd={addAt}
      />
      {dialog?.kind === 'add' && <ScheduleDialog {...dialog} onClose={close} />}
      {dialog?.kind === 'open' &&
        (isSavable(dialog.schedule) ? (
          <ScheduleDialog schedule={dialog.schedule} onClose={close} />
        ) : (
          <SentSchedule schedule={dialog.schedule} onClose={close} />
        ))}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          title={t('deleteTitle', { name: dialog.schedule.contact.name })}
          text={t(deleteTextOf(dialog.schedule))}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeSchedule(dialog.schedule.id)
            notify.success(t('deleted'))
          }}
          onClose={close}
        />
      )}
    </>
  )
}
