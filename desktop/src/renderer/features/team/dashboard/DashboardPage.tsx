// The home of administrators, and of whoever sees reports: service at this moment and in a period, the team, and how the connections stand.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsAdmin, useMay } from '#platform/session/session.ts'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { FirstSteps } from '#features/team/first-steps/FirstSteps.tsx'
import { AttendantsTable } from './AttendantsTable.tsx'
import { DashboardCharts } from './DashboardCharts.tsx'
import { DashboardConnections } from './DashboardConnections.tsx'
import { DashboardCounters } from './DashboardCounters.tsx'
import { DashboardFilterBar } from './DashboardFilterBar.tsx'
import classes from './dashboard.module.css'
import { followDashboard } from './dashboard.store.ts'

export function DashboardPage() {
  const { t } = useTranslation('home')
  const isAdmin = useIsAdmin()
  const seesAll = useMay('tickets:seeAll')
  const mayPair = useMay('connections-page:actionButtons')
  useEffect(followDashboard, [])
  return (
    <div className={classes['page']}>
      <PageHeader title={t('title')} text={t(seesAll ? 'text' : 'textOwn')}>
        <DashboardFilterBar />
      </PageHeader>
      <div className={classes['parts']}>
        {isAdmin && <FirstSteps />}
        <DashboardCounters />
        <DashboardCharts />
        <AttendantsTable />
        {mayPair && <DashboardConnections />}
      </div>
    </div>
  )
}
