// Every field of the external API's calls and answers, as the server's OpenAPI document has them.
import { Anchor, Button, Code, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverPaths } from '@guiche/shared/kernel/server-paths.ts'
import { sendExternally, showExternally } from '@guiche/shared/features/automation/external-api.ts'
import { listExternalEvents } from '@guiche/shared/features/automation/external-events.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { readOperations, type ApiDocument, type ApiField } from './openapi.ts'

const endpoints = [sendExternally, showExternally, listExternalEvents]

function FieldTable({ label, fields }: { label: string; fields: ApiField[] }) {
  const { t } = useTranslation('api')
  if (fields.length === 0) return null
  return (
    <Table aria-label={label} verticalSpacing={4} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{label}</Table.Th>
          <Table.Th>{t('type')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map(({ name, type, isRequired }) => (
          <Table.Tr key={name}>
            <Table.Td>
              <Code>{name}</Code>
              {isRequired && (
                <Text span c="dimmed" size="xs">
                  {' '}
                  {t('isRequired')}
                </Text>
              )}
            </Table.Td>
            <Table.Td>
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {type}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

export function ApiReference() {
  const { t } = useTranslation('api')
  const { t: word } = useTranslation()
  const [found, setFound] = useState<ApiDocument | 'failed' | null>(null)
  useEffect(() => {
    let isGone = false
    const show = (what: ApiDocument | 'failed') => {
      if (!isGone) setFound(what)
    }
    if (found === null) void readOperations(endpoints).then(show, () => show('failed'))
    return () => {
      isGone = true
    }
  }, [found])
  const document = found === 'failed' ? null : found
  return (
    <Stack gap="md" component="section" aria-label={t('reference')}>
      <Group justify="space-between">
        <Text fw={600}>{t('reference')}</Text>
        {document?.isOpen === true && (
          <Anchor size="sm" href={serverUrl(serverPaths.docs)} target="_blank" rel="noreferrer">
            {t('wholeDocument')}
          </Anchor>
        )}
      </Group>
      {found === null && <Skeleton height={160} radius="md" />}
      {found === 'failed' && (
        <Group role="alert">
          <Text size="sm">{t('referenceFailed')}</Text>
          <Button size="compact-sm" variant="light" onClick={() => setFound(null)}>
            {word('retry')}
          </Button>
        </Group>
      )}
      {document !== null &&
        document.operations.map(({ title, fields, answer }) => (
          <Stack key={title} gap={4}>
            <Code style={{ alignSelf: 'flex-start' }}>{title}</Code>
            <FieldTable label={t('fieldsSent')} fields={fields} />
            <FieldTable label={t('fieldsAnswered')} fields={answer} />
          </Stack>
        ))}
    </Stack>
  )
}
