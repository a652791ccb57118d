// How other programs hear of events: the line, and the webhooks' signature, with examples to copy.
import { Code, Paper, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { externalEvents, listExternalEvents } from '@guiche/shared/features/automation/external-events.ts'
import { webhookHeaders } from '@guiche/shared/features/automation/webhooks.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { Example } from './Example.tsx'

const verification = `const expected = 'v1=' + createHmac('sha256', secret)
  .update(req.headers['${webhookHeaders.timestamp}'] + '.' + rawBody)
  .digest('hex')`

export function EventsDocumentation() {
  const { t } = useTranslation('api')
  const url = serverUrl(listExternalEvents.path)
  return (
    <Paper withBorder p="md" component="section" aria-label={t('events')}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('events')}
        </Title>
        <Text>{t('eventsHint')}</Text>
        <Example title={t('openStream')} text={`${url.replace(/^http/, 'ws')}?token=<token>&after=<seq>`} />
        <Text>{t('streamHint')}</Text>
        <Example title={t('askEvents')} text={`curl '${url}?after=0' \\\n  -H 'Authorization: Bearer <token>'`} />
        <Text>
          {t('eventNames')} <Code>{externalEvents.join(' ')}</Code>
        </Text>
        <Text>{t('webhooksHint')}</Text>
        <Example title={t('checkSignature')} text={verification} />
      </Stack>
    </Paper>
  )
}
