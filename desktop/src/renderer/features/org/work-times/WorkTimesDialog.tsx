// Edits when somebody works: hours of each weekday and days off in which they may sign in, and a leave.
import { useState } from 'react'
import { Stack, Switch, Tabs, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { HolidayRow } from '@guiche/shared/features/org/opening-hours.ts'
import type { User } from '@guiche/shared/features/org/users.ts'
import { endLeave, saveLeave, saveWorkHours } from '@guiche/shared/features/org/work-times.ts'
import { HolidaysEditor, wrongHolidays, type DayWords } from '#features/org/settings/HolidaysEditor.tsx'
import { ScheduleEditor, useSchedule } from '#features/org/settings/ScheduleEditor.tsx'
import { users } from '#features/org/users/users.store.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { useUser } from '#platform/session/session.ts'
import { formatZone } from '#platform/text/format.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { validationText } from '#platform/text/validation.ts'
import { LeaveFields, type LeaveDraft } from './LeaveFields.tsx'

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

function leaveOf({ leave }: User): LeaveDraft {
  return { from: leave?.from ?? '', until: leave?.until ?? '', standInId: leave?.standInId?.toString() ?? null }
}

const isSameLeave = (a: LeaveDraft, b: LeaveDraft): boolean =>
  a.from === b.from && a.until === b.until && a.standInId === b.standInId

/** What is missing of a leave, or the wrong way round. */
function wrongLeave({ from, until }: LeaveDraft): Record<string, string> {
  if (from === '' && until === '') return {}
  if (from === '') return { from: validationText('Required') }
  return until === '' || until < from ? { until: validationText(until === '' ? 'Required' : 'ERR_VALIDATION') } : {}
}

const schema = z.object({
  isLimited: z.boolean(),
  from: z.string(),
  until: z.string(),
  standInId: z.string().nullable()
})

export function WorkTimesDialog({ user, onSaved, onClose }: WorkTimesDialogProps) {
  const { t } = useTranslation('workTimes')
  const { company } = useUser()
  const words = useDayOffWords()
  const hours = useSchedule(user.workHours?.schedules ?? [])
  const { daysOff, setDaysOff, isTouched } = useDaysOff(user.workHours?.daysOff ?? [])
  const [tab, setTab] = useState<string | null>('hours')
  const wrong = wrongHolidays(daysOff)
  const stored = leaveOf(user)
  const hadLimit = (user.workHours ?? null) !== null
  const form = useDraftForm({
    initialValues: { isLimited: hadLimit, ...stored },
    schema,
    check: ({ isLimited, ...leave }): Record<string, string> => ({
      ...(isLimited && (hours.isWrong || wrong.length > 0) ? { week: t('wrong') } : {}),
      ...wrongLeave(leave)
    })
  })
  const isChecked = form.errors['week'] !== undefined
  const params = { id: user.id }
  const keep = (saved: User) => {
    if (users.use.getState().phase !== 'idle') users.upsert(saved)
    onSaved(saved)
  }
  const submit = async ({ isLimited, ...leave }: typeof form.values) => {
    if (isLimited !== hadLimit || (isLimited && (hours.isTouched || isTouched))) {
      const body = { hours: isLimited ? { schedules: hours.rows, daysOff } : null }
      keep(await call(saveWorkHours, { params, body }))
    }
    if (!isSameLeave(leave, stored)) {
      const standInId = leave.standInId === null ? null : Number(leave.standInId)
      keep(
        leave.from === ''
          ? await call(endLeave, { params })
          : await call(saveLeave, { params, body: { ...leave, standInId } })
      )
    }
    notify.success(t('saved'))
  }
  return (
    <FormDialog
      title={t('titleOf', { name: user.name })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      onInvalid={(fields) => setTab(fields.every((field) => field === 'week') ? 'hours' : 'leave')}
      hasUnsaved={hours.isTouched || isTouched}
      size="lg"
    >
      <Tabs value={tab} onChange={setTab}>
        <Tabs.List mb="md">
          <Tabs.Tab value="hours">{t('tabHours')}</Tabs.Tab>
          <Tabs.Tab value="leave">{t('tabLeave')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="hours">
          <Stack gap="lg">
            <Switch
              label={t('limit')}
              description={t('limitHint', { zone: formatZone(company.timeZone) })}
              {...form.getInputProps('isLimited', { type: 'checkbox' })}
            />
            {form.values.isLimited && (
              <>
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
              </>
            )}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="leave">
          <LeaveFields form={form} user={user} />
        </Tabs.Panel>
      </Tabs>
    </FormDialog>
  )
}
