// Edits days with hours of their own: closed without times, else open from one to the other.
import { useRef } from 'react'
import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput, Title, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { HolidayRow } from '@guiche/shared/features/org/opening-hours.ts'
import { focusAfter } from './focus-after.ts'

/** Holidays without a date, or with one time of two. */
export function wrongHolidays(holidays: readonly HolidayRow[]): number[] {
  return holidays.flatMap(({ date, startTime, endTime }, index) =>
    date === '' || (startTime === '') !== (endTime === '') ? [index] : []
  )
}

/** What the days and what is done with them is called. */
export interface DayWords {
  title: string
  hint: string
  day: string
  date: string
  name: string
  from: string
  until: string
  add: string
  remove: string
}

function useHolidayWords(): DayWords {
  const { t } = useTranslation('settings')
  return {
    title: t('holidays'),
    hint: t('holidaysHint'),
    day: t('holiday'),
    date: t('holidayDate'),
    name: t('holidayName'),
    from: t('holidayFrom'),
    until: t('holidayUntil'),
    add: t('addHoliday'),
    remove: t('removeHoliday')
  }
}

interface HolidaysEditorProps {
  holidays: HolidayRow[]
  wrong: readonly number[]
  /** Where the days are called otherwise. */
  words?: DayWords
  onChange: (holidays: HolidayRow[]) => void
}

const newHoliday = (): HolidayRow => ({ date: '', name: '', everyYear: true, startTime: '', endTime: '' })

export function HolidaysEditor({ holidays, wrong, words, onChange }: HolidaysEditorProps) {
  const { t } = useTranslation('settings')
  const usual = useHolidayWords()
  const said = words ?? usual
  const rows = useRef<HTMLDivElement>(null)
  const change = (index: number, part: Partial<HolidayRow>) =>
    onChange(holidays.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <Stack gap="sm" ref={rows}>
      <div>
        <Title order={2} size="h4">
          {said.title}
        </Title>
        <Text size="xs" c="dimmed">
          {said.hint}
        </Text>
      </div>
      {holidays.map((row, index) => {
        const place = row.name || String(index + 1)
        return (
          <Stack key={index} gap={4} role="group" data-row aria-label={`${said.day} ${place}`}>
            <Group gap="xs" align="center">
              <TextInput
                type="date"
                aria-label={said.date}
                value={row.date}
                onChange={(event) => change(index, { date: event.currentTarget.value })}
              />
              <TextInput
                aria-label={said.name}
                placeholder={said.name}
                maxLength={80}
                value={row.name}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              <TextInput
                type="time"
                aria-label={said.from}
                value={row.startTime}
                onChange={(event) => change(index, { startTime: event.currentTarget.value })}
              />
              <TextInput
                type="time"
                aria-label={said.until}
                value={row.endTime}
                onChange={(event) => change(index, { endTime: event.currentTarget.value })}
              />
              <Checkbox
                label={t('everyYear')}
                checked={row.everyYear}
                onChange={(event) => change(index, { everyYear: event.currentTarget.checked })}
              />
              <Tooltip label={said.remove}>
                <ActionIcon
                  aria-label={`${said.remove}: ${place}`}
                  onClick={() => {
                    onChange(holidays.filter((_, at) => at !== index))
                    focusAfter(rows, 'removing')
                  }}
                >
                  <IconX size={16} />
                </ActionIcon>
              </Tooltip>
            </Group>
            {wrong.includes(index) && (
              <Text size="xs" c="red" role="alert">
                {t('holidayWrong')}
              </Text>
            )}
          </Stack>
        )
      })}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            onChange([...holidays, newHoliday()])
            focusAfter(rows, 'adding')
          }}
          data-add
        >
          {said.add}
        </Button>
      </div>
    </Stack>
  )
}
