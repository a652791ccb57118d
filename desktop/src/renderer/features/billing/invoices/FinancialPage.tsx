// Plan and invoices of the company.
import { Button, Paper, Stack, Tabs, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { ExtrasForm } from '#features/billing/extras/ExtrasForm.tsx'
import { PlanUse } from '#features/org/quotas/PlanUse.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { InvoiceTable } from './InvoiceTable.tsx'
import { PlanCards } from './PlanCards.tsx'

export function FinancialPage() {
  const { t } = useTranslation(['invoices', 'quotas', 'planExtras'])
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
          <Stack gap="md">
            <PlanUse />
            <Paper component="section" aria-label={t('planExtras:title')} withBorder p="md" maw={640}>
              <Text component="h2" fw={600}>
                {t('planExtras:title')}
              </Text>
              <Text size="sm" c="dimmed" mb="sm">
                {t('planExtras:text')}
              </Text>
              <ExtrasForm />
            </Paper>
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}
