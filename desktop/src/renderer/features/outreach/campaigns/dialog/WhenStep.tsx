// The third step of a campaign: whether somebody starts it or the clock does, and how long it takes.
import { Alert, Input, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useNow } from '#platform/device/clock.ts'
import { companyZone, shownAt } from '#platform/session/company-clock.ts'
import { formatZone } from '#platform/text/format.ts'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import type { ListSize } from './audience-size.ts'
import type { CampaignValues } from './campaign-values.ts'
import { PaceNotes } from './PaceNotes.tsx'

interface WhenStepProps {
  form: DraftForm<CampaignValues>
  size: ListSize | null
  isReadOnly: boolean
  /** It was begun and stopped: its moment is over. */
  hasBegun: boolean
}

export function WhenStep({ form, size, isReadOnly, hasBegun }: WhenStepProps) {
  const { t } = useTranslation('campaigns')
  const now = useNow()
  const isScheduled = form.values.when === 'scheduled'
  return (
    <>
      {hasBegun ? (
        <Alert color="gray">{t('continuesWhenRestarted')}</Alert>
      ) : (
        <Input.Wrapper label={t('begin')} labelElement="div">
          <Stack gap="xs" role="group" aria-label={t('begin')}>
            <SegmentedControl
              aria-label={t('begin')}
              fullWidth
              readOnly={isReadOnly}
              data={[
                { value: 'now', label: t('when_now') },
                { value: 'scheduled', label: t('when_scheduled') }
              ]}
              {...form.getInputProps('when')}
            />
            {!isScheduled && (
              <Text size="sm" c="dimmed">
                {t('whenNowHint')}
              </Text>
            )}
          </Stack>
        </Input.Wrapper>
      )}
      {isScheduled && !hasBegun && (
        <TextInput
          type="datetime-local"
          label={t('scheduledAt')}
          description={t('scheduledAtHint', { zone: formatZone(companyZone()) })}
          min={shownAt(now)}
          readOnly={isReadOnly}
          {...form.getInputProps('scheduledAt')}
        />
      )}
      {!isReadOnly && <PaceNotes plan={hasBegun ? { ...form.values, when: 'now' } : form.values} size={size} />}
    </>
  )
}
