// The home of administrators: service at this moment and in a period, the team, and how the connections stand.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
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
  useEffect(followDashboard, [])
  return (
    <div className={classes['page']}>
      <PageHeader title={t('title')} text={t('text')}>
        <DashboardFilterBar />
      </PageHeader>
      <div className={classes['parts']}>
        <FirstSteps />
        <DashboardCounters />
        <DashboardCharts />
        <AttendantsTable />
        <DashboardConnections />
      </div>
    </div>
  )
}
