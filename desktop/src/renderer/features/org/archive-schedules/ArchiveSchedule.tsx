// The archive of a company that goes into a store by itself: how the last time ended, when the next one is, and what can be done.
import { useState } from 'react'
import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { IconCalendarTime, IconCloudUpload, IconPencil, IconPower } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  deleteArchiveSchedule,
  runArchiveSchedule,
  storeErrors,
  type ArchiveSchedule as Schedule,
  type ScheduleFailure
} from '@guiche/shared/features/org/archive-schedules.ts'
import { notify } from '#platform/device/notify.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { formatDateTime, formatSize } from '#platform/text/format.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { ArchiveKeyDialog } from '#features/org/company-archives/ArchiveKeyDialog.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { useArchiveSchedule } from './use-archive-schedule.ts'

function useFailureText(): (failure: ScheduleFailure) => string {
  const { t } = useTranslation('companyArchives')
  return (failure) =>
    failure in storeErrors
      ? errorText(storeErrors[failure as keyof typeof storeErrors])
      : t(`failure_${failure as 'internal'}`)
}

function LastRun({ run }: { run: NonNullable<Schedule['lastRun']> }) {
  const { t } = useTranslation('archiveSchedules')
  const failureText = useFailureText()
  const when = formatDateTime(run.at)
  if (run.failure === null)
    return (
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('stored', { when, file: run.fileName ?? '', size: formatSize(run.size ?? 0) })}
      </Text>
    )
  return (
    <Alert color="red" p="sm" title={t('failed', { when })}>
      {failureText(run.failure)}
    </Alert>
  )
}

function Facts({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation('archiveSchedules')
  const { every, keep, store, isRunning, lastRun, nextAt } = schedule
  const kept = keep === null ? t('keepsAll') : t('keeps', { count: keep })
  const target = store && [new URL(store.endpoint).host, store.bucket, store.folder].filter(Boolean).join('/')
  return (
    <Stack gap={6}>
      <Text fw={500}>{t(every === 'day' ? 'everyDay' : 'everyWeek')}</Text>
      {target === null ? (
        <Alert color="red" p="sm">
          {t('addressLost')}
        </Alert>
      ) : (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('target', { target, key: store?.accessKey })}
        </Text>
      )}
      <Text size="sm">{kept}</Text>
      <div role="status">
        {isRunning ? (
          <>
            <Text size="sm">{t('running')}</Text>
            <Progress mt={6} value={100} animated aria-label={t('progress')} />
          </>
        ) : lastRun ? (
          <LastRun run={lastRun} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('noRun')}
          </Text>
        )}
      </div>
      <Text size="sm">{t('next', { when: formatDateTime(nextAt) })}</Text>
    </Stack>
  )
}

interface ActionsProps {
  schedule: Schedule
  onEdit: () => void
  onOff: () => void
  onStarted: (schedule: Schedule) => void
}

function Actions({ schedule: { companyId, isRunning }, onEdit, onOff, onStarted }: ActionsProps) {
  const { t } = useTranslation(['archiveSchedules', 'words'])
  const [isBusy, setBusy] = useState(false)
  const run = () => {
    setBusy(true)
    call(runArchiveSchedule, { params: { id: companyId } })
      .then(({ schedule }) => onStarted(schedule), notify.error)
      .finally(() => setBusy(false))
  }
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconCloudUpload size={16} />}
        loading={isBusy}
        disabled={isRunning}
        onClick={run}
      >
        {t('now')}
      </Button>
      <Button variant="default" leftSection={<IconPencil size={16} />} onClick={onEdit}>
        {t('words:edit')}
      </Button>
      <Button variant="default" leftSection={<IconPower size={16} />} onClick={onOff}>
        {t('off')}
      </Button>
    </Group>
  )
}

/** What stands on the page of a company. */
export function ArchiveSchedule({ company }: { company: { id: number; name: string } }) {
  const { t } = useTranslation(['archiveSchedules', 'words'])
  const { schedule, error, put, reload } = useArchiveSchedule(company.id)
  const [asked, setAsked] = useState<'edit' | 'off' | null>(null)
  const [identity, setIdentity] = useState<string | null>(null)
  if (schedule === undefined && error === null) return <Skeleton height={80} aria-label={t('words:loading')} />
  if (schedule === undefined)
    return (
      <Alert color="red" title={t('notLoaded')}>
        {errorText(error)}
        <Button variant="default" mt="sm" display="block" onClick={reload}>
          {t('words:retry')}
        </Button>
      </Alert>
    )
  return (
    <Stack gap="sm">
      <Text size="sm">{t('about')}</Text>
      {schedule === null ? (
        <Group>
          <Button variant="default" leftSection={<IconCalendarTime size={16} />} onClick={() => setAsked('edit')}>
            {t('set')}
          </Button>
        </Group>
      ) : (
        <>
          <Facts schedule={schedule} />
          <Actions schedule={schedule} onEdit={() => setAsked('edit')} onOff={() => setAsked('off')} onStarted={put} />
        </>
      )}
      {asked === 'edit' && (
        <ScheduleDialog
          company={company}
          schedule={schedule}
          onSaved={(saved) => {
            put(saved.schedule)
            setIdentity(saved.identity)
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'off' && (
        <ConfirmDialog
          title={t('offTitle')}
          text={t('offText')}
          confirmLabel={t('off')}
          onConfirm={async () => {
            await call(deleteArchiveSchedule, { params: { id: company.id } })
            put(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
      {identity !== null && asked === null && (
        <ArchiveKeyDialog isOfMany name={company.name} identity={identity} onClose={() => setIdentity(null)} />
      )}
    </Stack>
  )
}
