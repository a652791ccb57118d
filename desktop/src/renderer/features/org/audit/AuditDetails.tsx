// An entry that is open: what was before and after, and the ways to more of its kind.
import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AuditLogEntry } from '@guiche/shared/features/org/audit.ts'
import { formatNumber } from '#platform/text/format.ts'
import { useActorName, useFieldName, useValueText } from './audit-words.ts'
import classes from './audit.module.css'
import type { ShownActs } from './use-audit-filter.ts'

const isHiddenIn = (fields: AuditLogEntry['before']): boolean => JSON.stringify(fields ?? {}).includes('"hidden":true')

function FieldTable({ entry }: { entry: AuditLogEntry }) {
  const { t } = useTranslation('audit')
  const { before, after, subject } = entry
  const nameOf = useFieldName()
  const valueText = useValueText(subject.type === 'setting' ? subject.id : null)
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const sides = [
    { title: t('before'), fields: before },
    { title: t('after'), fields: after }
  ].filter(({ fields }) => fields !== null)
  if (names.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('noFields')}
      </Text>
    )
  }
  return (
    <Table className={classes['fields'] ?? ''} withRowBorders={false}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('field')}</Table.Th>
          {sides.map(({ title }) => (
            <Table.Th key={title} scope="col">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{nameOf(name)}</Table.Th>
            {sides.map(({ title, fields }) => (
              <Table.Td key={title}>{valueText(name, fields?.[name])}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface AuditDetailsProps {
  entry: AuditLogEntry
  onShow: (part: Partial<ShownActs>) => void
}

export function AuditDetails({ entry, onShow }: AuditDetailsProps) {
  const { t } = useTranslation('audit')
  const nameOf = useActorName()
  const { actor, action, number, hash } = entry
  return (
    <Stack gap="xs" className={classes['details'] ?? ''}>
      <FieldTable entry={entry} />
      {(isHiddenIn(entry.before) || isHiddenIn(entry.after)) && (
        <Text size="xs" c="dimmed">
          {t('hiddenHint')}
        </Text>
      )}
      <Group gap="xs">
        {actor.id !== null && actor.kind !== 'token' && (
          <Button variant="default" size="compact-sm" onClick={() => onShow({ person: actor.id })}>
            {t('onlyPerson', { name: nameOf(actor) })}
          </Button>
        )}
        <Button variant="default" size="compact-sm" onClick={() => onShow({ act: action })}>
          {t('onlyAct')}
        </Button>
      </Group>
      <Text size="xs" c="dimmed" className={classes['proof'] ?? ''}>
        {t('entryNumber', { number: formatNumber(number) })} · {t('hash')}: {hash}
      </Text>
    </Stack>
  )
}
