// How other programs send messages: the documentation, and two forms to try it.
import { SimpleGrid, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '#ui/PageHeader.tsx'
import { ApiDocumentation } from './ApiDocumentation.tsx'
import { ApiTestForm } from './ApiTestForm.tsx'

export const ExternalApiPage = () => {
  const { t } = useTranslation('api')
  return (
    <>
      <PageHeader title={t('title')} text={t('text')} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <ApiDocumentation />
        <Stack gap="lg">
          <ApiTestForm kind="text" />
          <ApiTestForm kind="file" />
        </Stack>
      </SimpleGrid>
    </>
  )
}
