// The form of how campaigns are sent: intervals between messages, hours, first contacts a day, and variables.
import { useState } from 'react'
import { Button, Group, NumberInput, Select, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  campaignSettings,
  intervalOptions,
  longerOptions,
  type CampaignSettings
} from '@guiche/shared/features/outreach/campaigns.ts'
import { companyZone } from '#platform/session/company-clock.ts'
import { formatZone } from '#platform/text/format.ts'
import { notify } from '#platform/device/notify.ts'
import { useMay } from '#platform/session/session.ts'
import { ReadOnlyNote } from '#ui/tables/ReadOnlyNote.tsx'
import { showRefusal, useDraftForm } from '#ui/forms/use-draft-form.ts'
import { timeFor } from './campaign-pace.ts'
import { putCampaignSettings } from './campaign-settings.store.ts'
import classes from '../campaigns.module.css'
import { draftOf, valuesOf, type SettingValues } from './setting-values.ts'
import { VariablesField } from './VariablesField.tsx'

/** Messages of the example that tells the pace. */
const example = 100

const hours = Array.from({ length: 25 }, (_, hour) => ({ value: String(hour), label: `${hour}:00`.padStart(5, '0') }))

export function CampaignSettingsForm({ settings }: { settings: CampaignSettings }) {
  const { t } = useTranslation(['campaigns', 'words'])
  const [isBusy, setBusy] = useState(false)
  const mayWrite = useMay('campaigns-config:write')
  const form = useDraftForm<SettingValues>({
    initialValues: valuesOf(settings),
    schema: campaignSettings,
    check: ({ hasHours, sendFrom, sendUntil }): Record<string, string> =>
      hasHours && sendFrom === sendUntil ? { sendUntil: t('sameHours') } : {}
  })
  const { values } = form
  const seconds = (options: readonly number[], none: string) =>
    options.map((value) => ({ value: String(value), label: value === 0 ? none : t('seconds', { count: value }) }))
  const submit = async (typed: SettingValues) => {
    setBusy(true)
    try {
      const kept = valuesOf(await putCampaignSettings(draftOf(typed)))
      form.setValues(kept)
      form.resetDirty(kept)
      notify.success(t('settingsSaved'))
    } catch (error) {
      showRefusal(form, error)
      notify.error(error)
    }
    setBusy(false)
  }
  return (
    <form noValidate aria-label={t('settingsTitle')} onSubmit={form.onSubmit((typed) => void submit(typed))}>
      {!mayWrite && <ReadOnlyNote />}
      <fieldset disabled={!mayWrite} className={classes['plain'] ?? ''}>
        <Stack gap="xl" className={classes['settings'] ?? ''}>
          <Stack gap="md">
            <Title order={2}>{t('pace')}</Title>
            <SimpleGrid cols={{ base: 1, sm: 3 }}>
              <Select
                label={t('messageInterval')}
                description={t('messageIntervalHint')}
                data={seconds(intervalOptions, t('noInterval'))}
                {...form.getInputProps('messageInterval')}
              />
              <Select
                label={t('longerIntervalAfter')}
                description={t('longerIntervalAfterHint')}
                data={longerOptions.map((value) => ({
                  value: String(value),
                  label: value === 0 ? t('notDefined') : t('afterMessages', { count: value })
                }))}
                {...form.getInputProps('longerIntervalAfter')}
              />
              <Select
                label={t('greaterInterval')}
                description={t('greaterIntervalHint')}
                data={seconds(longerOptions, t('noInterval'))}
                disabled={values.longerIntervalAfter === '0'}
                {...form.getInputProps('greaterInterval')}
              />
            </SimpleGrid>
            <Text size="sm" c="dimmed" role="status">
              {t('paceText', { count: example, time: timeFor(example, draftOf(values)) })}
            </Text>
          </Stack>
          <Stack gap="md">
            <Title order={2}>{t('limits')}</Title>
            <NumberInput
              label={t('firstContacts')}
              description={t('firstContactsHint')}
              maw={280}
              min={0}
              max={100_000}
              allowDecimal={false}
              {...form.getInputProps('firstContactsPerDay')}
            />
            <Switch
              label={t('warmUp')}
              description={t('warmUpHint')}
              {...form.getInputProps('isWarmingUp', { type: 'checkbox' })}
            />
            <Switch
              label={t('onlyHours')}
              description={t('onlyHoursHint', { zone: formatZone(companyZone()) })}
              {...form.getInputProps('hasHours', { type: 'checkbox' })}
            />
            {values.hasHours && (
              <Group gap="md" align="flex-start">
                <Select label={t('sendFrom')} w={120} data={hours.slice(0, 24)} {...form.getInputProps('sendFrom')} />
                <Select label={t('sendUntil')} w={120} data={hours.slice(1)} {...form.getInputProps('sendUntil')} />
              </Group>
            )}
          </Stack>
          <VariablesField form={form} />
          {mayWrite && (
            <Group justify="flex-end">
              <Button type="submit" loading={isBusy}>
                {t('words:save')}
              </Button>
            </Group>
          )}
        </Stack>
      </fieldset>
    </form>
  )
}
