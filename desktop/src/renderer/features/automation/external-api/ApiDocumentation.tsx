// What the calls of the external API take and answer, with examples to copy.
import { Code, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { mostExternalSends, sendExternally, showExternally } from '@guiche/shared/features/automation/external-api.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { ApiReference } from './ApiReference.tsx'
import { Example } from './Example.tsx'

const number = '5511987654321'

function examples(words: { text: string; caption: string; file: string }) {
  const url = serverUrl(sendExternally.path)
  const bearer = `-H 'Authorization: Bearer <token>'`
  return {
    text: `curl ${url} \\\n  ${bearer} \\\n  -H 'Content-Type: application/json' \\\n  -d '{"number": "${number}", "body": "${words.text}"}'`,
    file: `curl ${url} \\\n  ${bearer} \\\n  -F number=${number} -F body='${words.caption}' -F medias=@${words.file}`,
    state: `curl ${serverUrl(showExternally.path.replace(':id', '<id>'))} \\\n  ${bearer}`
  }
}

export function ApiDocumentation() {
  const { t } = useTranslation('api')
  const { text, file, state } = examples({
    text: t('exampleText'),
    caption: t('exampleCaption'),
    file: t('exampleFile')
  })
  const fields = [
    ['number', t('numberField')],
    ['body', t('bodyField')],
    ['medias', t('mediasField')],
    ['closeTicket', t('closeTicketField')]
  ] as const
  return (
    <Paper withBorder p="md" component="section" aria-label={t('documentation')}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {t('documentation')}
        </Title>
        <Text>{t('tokenHint')}</Text>
        <Example title={t('sendText')} text={text} />
        <Example title={t('sendFile')} text={file} />
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('field')}</Table.Th>
              <Table.Th>{t('meaning')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(([name, meaning]) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <Code>{name}</Code>
                </Table.Td>
                <Table.Td>{meaning}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text>{t('keyHint', { most: mostExternalSends })}</Text>
        <Example title={t('askState')} text={state} />
        <Text c="dimmed">{t('states')}</Text>
        <ApiReference />
      </Stack>
    </Paper>
  )
}
