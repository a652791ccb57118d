// Chooses the days the dashboard is about: one of the periods, or two dates.
import { useId } from 'react'
import { Select } from '@mantine/core'
import { DatePickerInput, DatesProvider } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dashboardPeriods } from '@guiche/shared/features/team/dashboard.ts'
import { formatDate } from '#platform/text/format.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { daysUntilToday } from './dashboard-filter.ts'
import { filterDashboard, useDashboard } from './dashboard.store.ts'
import classes from './dashboard.module.css'

type Dates = [string | null, string | null]

const dates = 'dates'
const locales = { pt: 'pt-br', en: 'en', es: 'es' } as const

export function DashboardFilterBar() {
  const { t } = useTranslation('home')
  const { timeZone } = useUser().company
  const language = useLocalValue('language')
  const filter = useDashboard((state) => state.filter)
  const [picked, setPicked] = useStateOf<Dates>(filter, [filter.from, filter.to])

  // The calendar is named after its button.
  const id = useId()
  const shown = picked.filter((date) => date !== null).map(formatDate)
  const choose = (value: string | null) => {
    filterDashboard(value === null || value === dates ? { ...filter, days: null } : daysUntilToday(+value, timeZone))
  }
  const pick = (next: Dates) => {
    setPicked(next)
    const [from, to] = next
    if (from !== null && to !== null) filterDashboard({ days: null, from, to })
    else if (from === null && to === null) notify.error(t('setFilter'))
  }
  return (
    <div className={classes['filter']} role="group" aria-label={t('filter')}>
      <Select
        aria-label={t('period')}
        value={filter.days === null ? dates : String(filter.days)}
        onChange={choose}
        data={[
          { value: dates, label: t('byDates') },
          ...dashboardPeriods.map((days) => ({ value: String(days), label: t('lastDays', { count: days }) }))
        ]}
      />
      <DatesProvider
        settings={{ locale: locales[language], firstDayOfWeek: language === 'es' ? 1 : 0, weekendDays: [] }}
      >
        <DatePickerInput
          type="range"
          id={id}
          popoverProps={{ id }}
          hideOutsideDates
          ariaLabels={{
            previousMonth: t('earlierDates'),
            nextMonth: t('laterDates'),
            previousYear: t('earlierDates'),
            nextYear: t('laterDates'),
            previousDecade: t('earlierDates'),
            nextDecade: t('laterDates')
          }}
          // What is seen on the button is part of its name.
          aria-label={[t('dates'), shown.join(' – ')].filter(Boolean).join(': ')}
          valueFormatter={() => shown.join(' – ')}
          allowSingleDateInRange
          // With a period the dates only say what it is.
          clearable={filter.days === null}
          clearButtonProps={{ 'aria-label': t('clearDates') }}
          leftSection={<IconCalendar size={16} stroke={1.75} />}
          placeholder={t('dates')}
          value={picked}
          onChange={pick}
        />
      </DatesProvider>
    </div>
  )
}
