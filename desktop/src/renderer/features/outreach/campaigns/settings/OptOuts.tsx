// Who hears of no campaign: those who wrote a word like "sair", and numbers that were entered by hand.
import { Alert, Box, Group, Stack, Text } from '@mantine/core'
import { IconBellOff, IconBellRinging } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addCampaignOptOut, campaignOptOutDraft } from '@guiche/shared/features/outreach/campaign-opt-outs.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { formatDateTime } from '#platform/text/format.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { defineRecordForm } from '#ui/records/record-form.ts'
import { defineRecordScreen } from '#ui/records/RecordScreen.tsx'
import { Figures } from '#ui/tables/cells.tsx'
import classes from '../campaigns.module.css'
import { optOuts, putOptOut, takeBack, type OptOutRow } from './opt-outs.store.ts'

const nameOf = ({ name, number }: OptOutRow): string => name || formatPhone(number)

const form = defineRecordForm({
  words: 'campaigns',
  titles: { add: 'addOptOut', edit: 'addOptOut' },
  done: 'optOutAdded',
  values: (_row: OptOutRow | undefined) => ({ number: '', name: '', word: '' }),
  schema: campaignOptOutDraft,
  fields: [
    { kind: 'own', render: ({ t }) => <Alert color="gray">{t('optOutWarning')}</Alert> },
    { name: 'number', withAsterisk: true, inputMode: 'tel', maxLength: 30 },
    { name: 'name', label: 'person', maxLength: 100 },
    { name: 'word', label: 'optOutReason', hint: 'optOutReasonHint', maxLength: 100 }
  ],
  save: (body) => call(addCampaignOptOut, { body }),
  keep: putOptOut
})

function TakeBackDialog({ row, onClose }: { row: OptOutRow; onClose: () => void }) {
  const { t } = useTranslation('campaigns')
  return (
    <ConfirmDialog
      title={t('takeBackTitle', { name: nameOf(row) })}
      text={t('takeBackText')}
      confirmLabel={t('takeBack')}
      onConfirm={async () => {
        await takeBack(row.number)
        notify.success(t('takenBack'))
      }}
      onClose={onClose}
    />
  )
}

const Screen = defineRecordScreen({
  words: 'campaigns',
  texts: { title: 'optOuts', searchLabel: 'searchOptOuts', add: 'addOptOut', emptyText: 'noOptOuts' },
  icon: IconBellOff,
  list: optOuts,
  nameOf,
  mayEdit: () => false,
  open: false,
  emptyAction: null,
  actionsWidth: '64px',
  actions: [
    {
      icon: IconBellRinging,
      label: 'takeBack',
      isFor: ({ revokedAt }) => revokedAt === null,
      run: (row, show) => show('takeBack', row)
    }
  ],
  columns: [
    {
      title: 'number',
      render: ({ name, number }) => (
        <>
          <Text fw={500} component="div" className="g-numbers g-phone">
            {formatPhone(number)}
          </Text>
          {name !== '' && (
            <Text size="xs" c="dimmed">
              {name}
            </Text>
          )}
        </>
      )
    },
    {
      title: 'optOutWord',
      render: ({ word, revokedAt, revokedByName }, t) => (
        <>
          {word === '' ? '–' : word}
          {revokedAt !== null && (
            <Text size="xs" c="dimmed">
              {t('takenBackBy', { name: revokedByName, when: formatDateTime(revokedAt) })}
            </Text>
          )}
        </>
      )
    },
    { title: 'optOutBy', from: 'sm', render: ({ byName }, t) => byName ?? t('optOutSelf') },
    { title: 'optOutAt', from: 'md', render: ({ createdAt }) => <Figures>{formatDateTime(createdAt)}</Figures> }
  ],
  form,
  dialogs: { takeBack: ({ record, onClose }) => <TakeBackDialog row={record} onClose={onClose} /> }
})

export function OptOuts() {
  const { t } = useTranslation('campaigns')
  return (
    <Screen
      frame={({ search, add, table }) => (
        <Stack gap="md">
          <Group justify="space-between" align="flex-end" gap="sm">
            <Text c="dimmed" maw={640}>
              {t('optOutsText')}
            </Text>
            <Group gap="xs" wrap="nowrap">
              {search}
              <Box flex="none">{add}</Box>
            </Group>
          </Group>
          <div className={classes['recipients']}>{table}</div>
        </Stack>
      )}
    />
  )
}
