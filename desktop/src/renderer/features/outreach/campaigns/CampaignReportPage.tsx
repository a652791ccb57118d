// The report of one campaign: how far it is, live, and what became of everybody.
import { Suspense, useEffect, useState } from 'react'
import { Alert, Box, Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatNumber } from '#platform/text/format.ts'
import { later } from '#platform/state/later.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { notify } from '#platform/device/notify.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { openReport, refreshReport, type ShownCampaign } from './report/campaign-report.store.ts'
import { refreshCampaignSettings } from './settings/campaign-settings.store.ts'
import { moveCampaign, type CampaignMove } from './campaigns.store.ts'
import { RecipientsTable } from './report/RecipientsTable.tsx'
import { ReportFigures } from './report/ReportFigures.tsx'
import { ReportNotice } from './report/ReportNotice.tsx'
import { ReportTools } from './report/ReportTools.tsx'
import { StartDialog } from './dialog/StartDialog.tsx'

const CampaignDialog = later(() => import('./dialog/CampaignDialog.tsx').then((module) => module.CampaignDialog))

/** Milliseconds after which a finished campaign is asked for again: the last receipts come in behind it. */
const settleTime = 5_000

/** Keeps the report of a campaign, and leaves when somebody deletes it. */
function useReport(id: number) {
  const { use, recipients } = openReport(id)
  const report = use()
  const { isGone, shown } = report
  const navigate = useNavigate()
  const isOver = shown?.status === 'FINALIZADA'
  useEffect(() => {
    void refreshReport(id)
    void refreshCampaignSettings()
  }, [id])
  useEffect(() => {
    if (!isOver) return undefined
    const timer = setTimeout(() => {
      void refreshReport(id)
      void recipients.refresh()
    }, settleTime)
    return () => clearTimeout(timer)
  }, [id, isOver, recipients])
  useEffect(() => {
    if (isGone) void navigate(pages.campaigns, { replace: true })
  }, [isGone, navigate])
  return report
}

function Report({ shown }: { shown: ShownCampaign }) {
  const { t } = useTranslation('campaigns')
  const [dialog, setDialog] = useState<'start' | 'edit' | null>(null)
  const { counts, id } = shown
  const navigate = useNavigate()
  const move = (way: CampaignMove) => {
    if (way === 'start') return setDialog('start')
    moveCampaign(way, shown).then(
      () => {
        notify.success(t(`${way}Done`))
        void refreshReport(id)
      },
      (error: unknown) => notify.error(error)
    )
  }
  const state = t('deliveredOf', { delivered: formatNumber(counts.delivered), valid: formatNumber(counts.valid) })
  return (
    <>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        {/* On a phone the head of the screen leads back. */}
        <Box visibleFrom="sm">
          <IconButton icon={IconArrowLeft} label={t('back')} onClick={() => void navigate(pages.campaigns)} />
        </Box>
        <Stack gap={0} flex={1} miw={0}>
          <PageHeader title={shown.name} text={`${t(`status_${shown.status}`)} · ${state}`}>
            <ReportTools shown={shown} onMove={move} onEdit={() => setDialog('edit')} />
          </PageHeader>
        </Stack>
      </Group>
      <Stack gap="md">
        <ReportNotice shown={shown} />
        <ReportFigures shown={shown} />
        <RecipientsTable campaign={shown} />
      </Stack>
      {dialog === 'start' && <StartDialog campaign={shown} onClose={() => setDialog(null)} />}
      <Suspense>
        {dialog === 'edit' && (
          <CampaignDialog
            campaign={shown}
            onClose={() => {
              setDialog(null)
              void refreshReport(id)
            }}
          />
        )}
      </Suspense>
    </>
  )
}

export function CampaignReportPage() {
  const { t } = useTranslation(['campaigns', 'words'])
  const id = Number(useParams()['campaignId'])
  const { shown, error } = useReport(id)
  if (shown) return <Report shown={shown} />
  if (error === null) return <Skeleton height={320} />
  return (
    <Alert color="red" title={t('words:listFailed')}>
      {errorText(error)}
      <Button variant="default" mt="sm" display="block" onClick={() => void refreshReport(id)}>
        {t('words:retry')}
      </Button>
    </Alert>
  )
}
