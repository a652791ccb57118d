// Edits days with hours of their own: closed without times, else open from one to the other.
import { useRef } from 'react'
import { ActionIcon, Button, Checkbox, Group, Stack, Text, TextInput, Title, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { HolidayRow } from '@guiche/shared/features/org/opening-hours.ts'
import { focusAfter } from './focus-after.ts'

interface HolidaysEditorProps {
  holidays: HolidayRow[]
  wrong: readonly number[]
  onChange: (holidays: HolidayRow[]) => void
}

const newHoliday = (): HolidayRow => ({ date: '', name: '', everyYear: true, startTime: '', endTime: '' })

export function HolidaysEditor({ holidays, wrong, onChange }: HolidaysEditorProps) {
  const { t } = useTranslation('settings')
  const rows = useRef<HTMLDivElement>(null)
  const change = (index: number, part: Partial<HolidayRow>) =>
    onChange(holidays.map((one, at) => (at === index ? { ...one, ...part } : one)))
  return (
    <Stack gap="sm" ref={rows}>
      <div>
        <Title order={2} size="h4">
          {t('holidays')}
        </Title>
        <Text size="xs" c="dimmed">
          {t('holidaysHint')}
        </Text>
      </div>
      {holidays.map((row, index) => {
        const place = row.name || String(index + 1)
        return (
          <Stack key={index} gap={4} role="group" data-row aria-label={`${t('holiday')} ${place}`}>
            <Group gap="xs" align="center">
              <TextInput
                type="date"
                aria-label={t('holidayDate')}
                value={row.date}
                onChange={(event) => change(index, { date: event.currentTarget.value })}
              />
              <TextInput
                aria-label={t('holidayName')}
                placeholder={t('holidayName')}
                maxLength={80}
                value={row.name}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              <TextInput
                type="time"
                aria-label={t('holidayFrom')}
                value={row.startTime}
                onChange={(event) => change(index, { startTime: event.currentTarget.value })}
              />
              <TextInput
                type="time"
                aria-label={t('holidayUntil')}
                value={row.endTime}
                onChange={(event) => change(index, { endTime: event.currentTarget.value })}
              />
              <Checkbox
                label={t('everyYear')}
                checked={row.everyYear}
                onChange={(event) => change(index, { everyYear: event.currentTarget.checked })}
              />
              <Tooltip label={t('removeHoliday')}>
                <ActionIcon
                  aria-label={`${t('removeHoliday')}: ${place}`}
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
          {t('addHoliday')}
        </Button>
      </div>
    </Stack>
  )
}
