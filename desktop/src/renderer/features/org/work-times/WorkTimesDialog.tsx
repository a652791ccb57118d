// Edits when somebody may sign in: always, or by hours of each weekday and days off.
import { useState } from 'react'
import { Stack, Switch, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { HolidayRow } from '@guiche/shared/features/org/opening-hours.ts'
import type { User } from '@guiche/shared/features/org/users.ts'
import { saveWorkHours } from '@guiche/shared/features/org/work-times.ts'
import { HolidaysEditor, wrongHolidays, type DayWords } from '#features/org/settings/HolidaysEditor.tsx'
import { ScheduleEditor, useSchedule } from '#features/org/settings/ScheduleEditor.tsx'
import { users } from '#features/org/users/users.store.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { useUser } from '#platform/session/session.ts'
import { formatZone } from '#platform/text/format.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'

interface WorkTimesDialogProps {
  user: User
  onSaved: (user: User) => void
  onClose: () => void
}

/** The days off as they are stored and as they are wanted. */
function useDaysOff(stored: HolidayRow[]) {
  const [first] = useState(stored)
  const [daysOff, setDaysOff] = useState(first)
  return { daysOff, setDaysOff, isTouched: daysOff !== first }
}

function useDayOffWords(): DayWords {
  const { t } = useTranslation('workTimes')
  return {
    title: t('daysOff'),
    hint: t('daysOffHint'),
    day: t('day_closed'),
    date: t('dayOffDate'),
    name: t('dayOffName'),
    from: t('dayOffFrom'),
    until: t('dayOffUntil'),
    add: t('dayOffAdd'),
    remove: t('dayOffRemove')
  }
}

export function WorkTimesDialog({ user, onSaved, onClose }: WorkTimesDialogProps) {
  const { t } = useTranslation('workTimes')
  const { company } = useUser()
  const words = useDayOffWords()
  const hours = useSchedule(user.workHours?.schedules ?? [])
  const { daysOff, setDaysOff, isTouched } = useDaysOff(user.workHours?.daysOff ?? [])
  const wrong = wrongHolidays(daysOff)
  const form = useDraftForm({
    initialValues: { isLimited: (user.workHours ?? null) !== null },
    schema: z.object({ isLimited: z.boolean() }),
    check: ({ isLimited }): Record<string, string> =>
      isLimited && (hours.isWrong || wrong.length > 0) ? { week: t('wrong') } : {}
  })
  const isChecked = form.errors['week'] !== undefined
  const submit = async ({ isLimited }: typeof form.values) => {
    const body = { hours: isLimited ? { schedules: hours.rows, daysOff } : null }
    const saved = await call(saveWorkHours, { params: { id: user.id }, body })
    if (users.use.getState().phase !== 'idle') users.upsert(saved)
    onSaved(saved)
    notify.success(t('saved'))
  }
  return (
    <FormDialog
      title={t('titleOf', { name: user.name })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      hasUnsaved={hours.isTouched || isTouched}
      size="lg"
    >
      <Switch
        label={t('limit')}
        description={t('limitHint', { zone: formatZone(company.timeZone) })}
        {...form.getInputProps('isLimited', { type: 'checkbox' })}
      />
      {form.values.isLimited && (
        <Stack gap="lg">
          <ScheduleEditor
            schedule={hours}
            isChecked={isChecked}
            kindLabels={{ hours: t('day_hours'), open: t('day_open'), closed: t('day_closed') }}
          />
          <HolidaysEditor holidays={daysOff} wrong={isChecked ? wrong : []} words={words} onChange={setDaysOff} />
          {isChecked && (
            <Text size="sm" c="red" role="alert">
              {t('wrong')}
            </Text>
          )}
        </Stack>
      )}
    </FormDialog>
  )
}
