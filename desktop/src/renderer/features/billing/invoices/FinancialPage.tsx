// Plan and invoices of the company.
import { Button, Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { PlanUse } from '#features/org/quotas/PlanUse.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { InvoiceTable } from './InvoiceTable.tsx'
import { PlanCards } from './PlanCards.tsx'

export function FinancialPage() {
  const { t } = useTranslation(['invoices', 'quotas'])
  // Whoever is told of a limit is led to it.
  const asked = useSearchParams()[0].get('tab') === 'use' ? 'use' : 'plans'
  return (
    <>
      <PageHeader title={t('title')}>
        <Button component={Link} to={pages.plans} variant="default">
          {t('payOnPage')}
        </Button>
        <Button component={Link} to={pages.subscription}>
          {t('subscription')}
        </Button>
      </PageHeader>
      <Tabs key={asked} defaultValue={asked} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="plans">{t('plans')}</Tabs.Tab>
          <Tabs.Tab value="invoices">{t('invoices')}</Tabs.Tab>
          <Tabs.Tab value="use">{t('quotas:title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="plans">
          <PlanCards />
        </Tabs.Panel>
        <Tabs.Panel value="invoices">
          <InvoiceTable />
        </Tabs.Panel>
        <Tabs.Panel value="use">
          <PlanUse />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
