// How other programs send messages and hear of events: the documentation, two forms to try it, and the webhooks.
import { SimpleGrid, Stack, Tabs } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isAdmin } from '@guiche/shared/kernel/access.ts'
import { WebhooksTab } from '#features/automation/webhooks/WebhooksTab.tsx'
import { useUser } from '#platform/session/session.ts'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import { ApiDocumentation } from './ApiDocumentation.tsx'
import { ApiTestForm } from './ApiTestForm.tsx'
import { EventsDocumentation } from './EventsDocumentation.tsx'

function Documentation() {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Stack gap="lg">
        <ApiDocumentation />
        <EventsDocumentation />
      </Stack>
      <Stack gap="lg">
        <ApiTestForm kind="text" />
        <ApiTestForm kind="file" />
      </Stack>
    </SimpleGrid>
  )
}

export function ExternalApiPage() {
  const { t } = useTranslation('api')
  const user = useUser()
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      {isAdmin(user) ? (
        <Tabs defaultValue="documentation" keepMounted={false}>
          <Tabs.List mb="md">
            <Tabs.Tab value="documentation">{t('documentation')}</Tabs.Tab>
            <Tabs.Tab value="webhooks">{t('webhooks')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="documentation">
            <Documentation />
          </Tabs.Panel>
          <Tabs.Panel value="webhooks">
            <WebhooksTab />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <Documentation />
      )}
    </>
  )
}
