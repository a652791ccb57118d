// The company's hours: the week, holidays and the time zone, and what they mean right now.
import { useEffect, useMemo, useRef, useState } from 'react'
import { Alert, Button, Group, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { companyEvent, saveOpeningHours, showCompany } from '@guiche/shared/features/org/companies.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { listen } from '#platform/net/realtime.ts'
import { onLifecycle } from '#platform/replica/lifecycle.ts'
import { useUser } from '#platform/session/session.ts'
import { focusFirstWrong } from './focus-after.ts'
import { HolidaysEditor, wrongHolidays } from './HolidaysEditor.tsx'
import { OpenNow } from './OpenNow.tsx'
import { RowsSkeleton } from './RowsSkeleton.tsx'
import { rowsOf, weekOf, wrongDays, type HoursDraft } from './week.ts'
import { WeekEditor } from './WeekEditor.tsx'
import classes from './settings.module.css'

const zones = Intl.supportedValuesOf('timeZone')
interface Hours {
  draft: HoursDraft | null
  isTouched: boolean
  /** The company has hours; without any, what is shown is a suggestion and counts for nothing. */
  isStored: boolean
}

const untouched: Hours = { draft: null, isTouched: false, isStored: false }

/** The hours as the company has them, and as whoever edits here wants them: what others save never takes that away. */
function useHours(companyId: number) {
  const [{ draft, isStored }, setState] = useState(untouched)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    const aborter = new AbortController()
    const load = () =>
      void call(showCompany, { params: { id: companyId } }, { signal: aborter.signal }).then(
        ({ schedules, holidays, timeZone }) =>
          setState((now) => {
            const stored = { ...now, isStored: schedules.length > 0 || holidays.length > 0 }
            return now.isTouched ? stored : { ...stored, draft: { week: weekOf(schedules), holidays, timeZone } }
          }),
        setError
      )
    load()
    const stops = [listen(companyEvent, load), onLifecycle({ reload: load }), () => aborter.abort()]
    return () => stops.forEach((stop) => stop())
  }, [companyId])
  return {
    draft,
    isStored,
    error,
    setDraft: (wish: HoursDraft) => setState((now) => ({ ...now, draft: wish, isTouched: true })),
    keep: (saved: HoursDraft) =>
      setState((now) => ({ ...now, isStored: true, isTouched: now.draft !== saved && now.isTouched }))
  }
}

export function HoursTab() {
  const { t } = useTranslation(['settings', 'words'])
  const { companyId } = useUser()
  const { draft, isStored, setDraft, keep, error } = useHours(companyId)
  const [isBusy, setBusy] = useState(false)
  /** As it was when it was last to be saved: what has changed since is not called wrong while somebody is at it. */
  const [checked, setChecked] = useState<HoursDraft | null>(null)
  const page = useRef<HTMLDivElement>(null)
  const hours = useMemo(
    () => draft && { timeZone: draft.timeZone, schedules: rowsOf(draft.week), holidays: draft.holidays },
    [draft]
  )
  if (draft === null || hours === null) {
    return error === null ? <RowsSkeleton /> : <Alert color="red">{errorText(error)}</Alert>
  }
  const wrong = { days: wrongDays(draft.week), holidays: wrongHolidays(draft.holidays) }
  const isWrong = wrong.days.size > 0 || wrong.holidays.length > 0
  const save = async () => {
    setChecked(draft)
    if (isWrong) return focusFirstWrong(page)
    setBusy(true)
    try {
      await call(saveOpeningHours, { params: { id: companyId }, body: { ...hours, schedules: [...hours.schedules] } })
      keep(draft)
      notify.success(t('hoursUpdated'))
    } catch (refused) {
      notify.error(refused)
    }
    setBusy(false)
  }
  const marked = {
    days: new Map([...wrong.days].filter(([day]) => draft.week[day] === checked?.week[day])),
    holidays: wrong.holidays.filter((index) =>
      draft.holidays.slice(index, index + 1).some((row) => checked?.holidays.includes(row))
    )
  }
  return (
    <Stack gap="lg" ref={page} className={classes['page'] ?? ''}>
      {!isStored && <Alert color="yellow">{t('hoursNotStored')}</Alert>}
      {isStored && !isWrong && <OpenNow hours={hours} />}
      <WeekEditor week={draft.week} wrong={marked.days} onChange={(week) => setDraft({ ...draft, week })} />
      <HolidaysEditor
        holidays={draft.holidays}
        wrong={marked.holidays}
        onChange={(holidays) => setDraft({ ...draft, holidays })}
      />
      <Select
        label={t('timeZone')}
        description={t('timeZoneHint')}
        data={zones.includes(draft.timeZone) ? zones : [draft.timeZone, ...zones]}
        value={draft.timeZone}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('words:noOptions')}
        onChange={(timeZone) => timeZone !== null && setDraft({ ...draft, timeZone })}
      />
      <Group>
        <Button loading={isBusy} onClick={() => void save()}>
          {t('words:save')}
        </Button>
      </Group>
    </Stack>
  )
}
