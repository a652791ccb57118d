// The last step of a campaign: what is missing, with the way there, and all of it at a glance.
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '@guiche/shared/features/outreach/campaigns.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { useConnections } from '#features/inbox/connections/connections.store.ts'
import { fileChoices } from '#features/library/file-lists/file-choices.store.ts'
import { listChoices, tagChoices } from '../list/campaign-choices.store.ts'
import type { ListSize } from './audience-size.ts'
import { campaignSteps, stepOf, type CampaignStep, type Gap } from './campaign-steps.ts'
import type { CampaignValues } from './campaign-values.ts'
import { useDurationText } from './PaceNotes.tsx'
import { useGapText } from './use-campaign-form.ts'
import classes from './campaign-dialog.module.css'

interface CheckStepProps {
  values: CampaignValues
  made: Campaign | undefined
  gaps: Gap[]
  size: ListSize | null
  sizeText: string | undefined
  fileName: string | null
  isReadOnly: boolean
  hasBegun: boolean
  onStep: (step: CampaignStep, field?: string) => void
}

function FactRow({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

/** What a campaign says at a glance, step by step. */
function useFacts(props: CheckStepProps, duration: string): Record<CampaignStep, (readonly [string, string])[]> {
  const { t } = useTranslation('campaigns')
  const { values, sizeText, fileName } = props
  const nameIn = (items: { id: number; name: string }[], id: string | null) =>
    items.find((one) => String(one.id) === id)?.name ?? '–'
  const lists = listChoices.use(({ items }) => items)
  const tags = tagChoices.use(({ items }) => items)
  const files = fileChoices.use(({ items }) => items)
  const connections = useConnections(({ items }) => items)
  const count = values.messages.filter((text) => text.trim() !== '').length
  const isList = values.audience === 'list'
  return {
    whom: [
      [t('name'), values.name.trim() || '–'],
      [
        t(isList ? 'contactList' : 'tag'),
        isList ? nameIn(lists, values.contactListId) : nameIn(tags, values.tagListId)
      ],
      ...(sizeText === undefined ? [] : [[t('recipients'), sizeText] as const]),
      [t('whatsapp'), nameIn(connections, values.whatsappId)]
    ],
    what: [
      [t('messages'), count === 0 ? '–' : t('messagesWritten', { count })],
      [t('confirmation'), t(values.confirmation ? 'enabled' : 'disabled')],
      ...(fileName === null ? [] : [[t('media'), fileName] as const]),
      ...(values.fileListId === null ? [] : [[t('fileList'), nameIn(files, values.fileListId)] as const])
    ],
    when: [
      [
        t('begin'),
        values.when === 'now' ? t('when_now') : values.scheduledAt ? formatDateTime(values.scheduledAt) : '–'
      ],
      // What runs or is over is told by its report.
      ...(props.isReadOnly ? [] : [[t('duration'), duration] as const])
    ],
    check: []
  }
}

export function CheckStep(props: CheckStepProps) {
  const { t } = useTranslation('campaigns')
  const { values, gaps, size, isReadOnly, hasBegun, onStep } = props
  const gapText = useGapText()
  const plan = hasBegun ? { ...values, when: 'now' as const } : values
  const [most = '', ...further] = useDurationText(plan, size)
  const facts = useFacts({ ...props, values: { ...values, when: plan.when } }, most)
  const connection = useConnections(({ items }) => items.find(({ id }) => String(id) === values.whatsappId))
  return (
    <>
      {!isReadOnly && gaps.length > 0 && (
        <Alert color="yellow" title={t('missing')}>
          <Stack gap={4} align="flex-start">
            {gaps.map((gap) => (
              <Anchor
                key={gap.field}
                component="button"
                type="button"
                c="inherit"
                underline="always"
                ta="start"
                onClick={() => onStep(stepOf(gap.field), gap.field)}
              >
                {gap.kind === 'missing' ? t(`missing_${gap.field}`) : gapText(gap)}
              </Anchor>
            ))}
          </Stack>
        </Alert>
      )}
      {!isReadOnly && connection && connection.status !== 'CONNECTED' && (
        <Alert color="gray">{t('waitsForConnection', { name: connection.name })}</Alert>
      )}
      {campaignSteps
        .filter((one) => one !== 'check')
        .map((one) => (
          <Stack key={one} gap="xs" className={classes['part'] ?? ''}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Title order={4} fz="sm">
                {t(`step_${one}`)}
              </Title>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={`${t(isReadOnly ? 'look' : 'change')}: ${t(`step_${one}`)}`}
                onClick={() => onStep(one)}
              >
                {t(isReadOnly ? 'look' : 'change')}
              </Button>
            </Group>
            <dl className={classes['facts']}>
              {facts[one].map(([label, value]) => (
                <FactRow key={label} label={label} value={value} />
              ))}
            </dl>
            {one === 'when' &&
              !isReadOnly &&
              further.map((line) => (
                <Text key={line} size="sm" c="dimmed">
                  {line}
                </Text>
              ))}
          </Stack>
        ))}
      {!isReadOnly && (
        <Text size="sm" c="dimmed">
          {t('optedOutLeft')}
        </Text>
      )}
    </>
  )
}
