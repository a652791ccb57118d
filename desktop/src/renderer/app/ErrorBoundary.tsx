// A screen that broke says so in plain words and offers the way on.
import { useEffect } from 'react'
import { Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { useNavigate } from '#platform/session/navigation.ts'
import { reportScreenError } from './shell/shell-notices.ts'

const reloadedKey = 'reloadedForChunk'

/** True for the error of a chunk that a newer build has replaced. */
const isStaleChunk = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|importing a module script/i.test(error.message)

function detailsOf(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

export function ErrorBoundary() {
  const { t } = useTranslation(['layout', 'words'])
  const error = useRouteError()
  const navigate = useNavigate()
  useEffect(() => reportScreenError(error), [error])
  useEffect(() => {
    // The build on the server is newer than this page: load it once.
    if (!isStaleChunk(error) || sessionStorage.getItem(reloadedKey) !== null) return
    sessionStorage.setItem(reloadedKey, '1')
    window.location.reload()
  }, [error])
  return (
    <Stack align="center" justify="center" gap="sm" p="xl" ta="center" mih="60vh" role="alert">
      <Title order={2}>{t('crashTitle')}</Title>
      <Text c="dimmed" maw={440}>
        {t('crashText')}
      </Text>
      <Group gap="xs">
        <Button onClick={() => window.location.reload()}>{t('words:reload')}</Button>
        <Button variant="default" onClick={() => void navigate('/')}>
          {t('words:back')}
        </Button>
      </Group>
      <details>
        <Text component="summary" size="xs" c="dimmed">
          {t('crashDetails')}
        </Text>
        <Code block maw="90vw">
          {detailsOf(error)}
        </Code>
      </details>
    </Stack>
  )
}
