// Edits the hours of each weekday: open all day, closed, or several intervals.
import { useRef } from 'react'
import { ActionIcon, Button, Group, Select, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { focusAfter } from './focus-after.ts'
import type { Day, DayTrouble, Interval, Week, Weekday } from './week.ts'
import { weekdays } from './week.ts'
import classes from './settings.module.css'

interface IntervalsProps {
  label: string
  intervals: Interval[]
  onChange: (intervals: Interval[]) => void
}

function Intervals({ label, intervals, onChange }: IntervalsProps) {
  const { t } = useTranslation('settings')
  const rows = useRef<HTMLDivElement>(null)
  const change = (index: number, part: Partial<Interval>) =>
    onChange(intervals.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <Stack gap={6} ref={rows}>
      {intervals.map(({ startTime, endTime }, index) => (
        <Group key={index} gap="xs" wrap="nowrap" data-row>
          <TextInput
            type="time"
            aria-label={t('from', { day: label, place: index + 1 })}
            value={startTime}
            onChange={(event) => change(index, { startTime: event.currentTarget.value })}
          />
          <Text span aria-hidden>
            –
          </Text>
          <TextInput
            type="time"
            aria-label={t('until', { day: label, place: index + 1 })}
            value={endTime}
            onChange={(event) => change(index, { endTime: event.currentTarget.value })}
          />
          <Tooltip label={t('removeInterval')}>
            <ActionIcon
              aria-label={`${t('removeInterval')}: ${label} ${index + 1}`}
              onClick={() => {
                onChange(intervals.filter((_, at) => at !== index))
                focusAfter(rows, 'removing')
              }}
            >
              <IconX size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            onChange([...intervals, { startTime: '', endTime: '' }])
            focusAfter(rows, 'adding')
          }}
          data-add
          aria-label={`${t('addInterval')}: ${label}`}
        >
          {t('addInterval')}
        </Button>
      </div>
    </Stack>
  )
}

interface WeekEditorProps {
  week: Week
  wrong: ReadonlyMap<Weekday, DayTrouble>
  onChange: (week: Week) => void
  kindLabels?: Record<Day['kind'], string>
}

export function WeekEditor({ week, wrong, onChange, kindLabels }: WeekEditorProps) {
  const { t } = useTranslation('settings')
  const kinds = (['hours', 'open', 'closed'] as const).map((kind) => ({
    value: kind,
    label: kindLabels?.[kind] ?? t(`day_${kind}`)
  }))
  const change = (day: Weekday, part: Partial<Day>) => onChange({ ...week, [day]: { ...week[day], ...part } })
  const choose = (day: Weekday, kind: Day['kind']) => {
    const { intervals } = week[day]
    const first = kind === 'hours' && intervals.length === 0 ? [{ startTime: '08:00', endTime: '18:00' }] : intervals
    change(day, { kind, intervals: first })
  }
  return (
    <div className={classes['week']}>
      {weekdays.map((day) => {
        const label = t(`weekday_${day}`)
        return (
          <div key={day} className={classes['day']} role="group" aria-label={label}>
            <Text fw={500} pt={6}>
              {label}
            </Text>
            <Select
              aria-label={t('kindOf', { day: label })}
              data={kinds}
              value={week[day].kind}
              allowDeselect={false}
              onChange={(kind) => kind !== null && choose(day, kind)}
            />
            <div>
              {week[day].kind === 'hours' && (
                <Intervals
                  label={label}
                  intervals={week[day].intervals}
                  onChange={(intervals) => change(day, { intervals })}
                />
              )}
              {wrong.has(day) && (
                <Text size="xs" c="red" role="alert">
                  {t(`interval_${wrong.get(day) ?? 'missing'}`)}
                </Text>
              )}
            </div>
          </div>
        )
      })}
    </div>
  )
}
