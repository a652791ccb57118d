// The page of one company, for the super user.
import { Suspense, useEffect } from 'react'
import { Alert, Button, Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { errorText } from '#platform/net/error-text.ts'
import { useNavigate } from '#platform/session/navigation.ts'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { ArchiveSchedule } from '#features/org/archive-schedules/ArchiveSchedule.tsx'
import { CompanyExport } from '#features/org/company-archives/CompanyExport.tsx'
import classes from './companies.module.css'
import type { CompanyParts } from './company-parts.ts'
import { openCompany, useCompanyPage, type OpenCompany } from './company.store.ts'
import { CompanyActions } from './CompanyActions.tsx'
import { AboutCard, Card, ConnectionsCard, LimitsCard, PeopleCard, SettingsCard } from './CompanyCards.tsx'
import { CompanyStateMark } from './CompanyMarks.tsx'

function Shown({ shown, Invoices, Extras }: CompanyParts & { shown: OpenCompany }) {
  const { t } = useTranslation(['companies', 'planExtras', 'companyArchives', 'archiveSchedules'])
  const navigate = useNavigate()
  const { company, detail } = shown
  return (
    <>
      <PageHeader
        title={company.name}
        mark={<CompanyStateMark state={detail.state} />}
        back={{ label: t('backToList'), onClick: () => void navigate(pages.companies) }}
      >
        <CompanyActions company={company} />
      </PageHeader>
      <div className={classes['cards']}>
        <AboutCard shown={shown} />
        <LimitsCard detail={detail} />
        <Card title={t('planExtras:title')}>
          <Suspense fallback={<Skeleton height={60} />}>
            <Extras key={`${company.id} ${company.planId}`} companyId={company.id} />
          </Suspense>
        </Card>
        <ConnectionsCard numbers={detail.numbers} />
        <SettingsCard company={company} />
        <PeopleCard team={detail.team} />
        <Card title={t('companyArchives:card')} place="wide">
          <CompanyExport key={company.id} company={company} />
        </Card>
        <Card title={t('archiveSchedules:title')} place="wide">
          <ArchiveSchedule key={company.id} company={company} />
        </Card>
        <Card title={t('invoices')} place="wide">
          <Suspense fallback={<Skeleton height={120} />}>
            <Invoices key={`${company.id} ${company.dueDate}`} companyId={company.id} />
          </Suspense>
        </Card>
      </div>
    </>
  )
}

export function CompanyPage(parts: CompanyParts) {
  const { t } = useTranslation('words')
  const id = Number(useParams()['id'])
  const { id: askedId, shown, error } = useCompanyPage()
  useEffect(() => void openCompany(id), [id])
  if (shown && askedId === id) return <Shown shown={shown} {...parts} />
  if (error === null) return <Skeleton height={320} />
  return (
    <Alert color="red" title={t('listFailed')}>
      {errorText(error)}
      <Button variant="default" mt="sm" display="block" onClick={() => void openCompany(id)}>
        {t('retry')}
      </Button>
    </Alert>
  )
}
