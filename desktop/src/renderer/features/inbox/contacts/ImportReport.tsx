// One import: its progress while it runs, and then what became of every row.
import { useEffect, useState } from 'react'
import { Alert, Button, Group, Modal, Progress, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { contactHeadings, type BadRow, type ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { formatNumber } from '#platform/text/format.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { notify } from '#platform/device/notify.ts'
import { saveRows } from '#platform/net/save-file.ts'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { isUnderway, type ImportSource } from './contact-imports.store.ts'
import classes from './contact-imports.module.css'
import { ImportState } from './ImportState.tsx'

function Counts({ shown }: { shown: ContactImport }) {
  const { t } = useTranslation('contactSheets')
  const counts = ['created', 'updated', 'unchanged', 'merged', 'bad'] as const
  return (
    <SimpleGrid cols={{ base: 2, xs: 3 }} spacing="xs">
      {counts.map((count) => (
        <div key={count} className={classes['count']} data-bad={(count === 'bad' && shown.bad > 0) || undefined}>
          <Text size="xs" c="dimmed">
            {t(count)}
          </Text>
          <Text fw={600} size="lg" className="g-numbers">
            {formatNumber(shown[count])}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  )
}

function BadRows({ rows, count }: { rows: BadRow[]; count: number }) {
  const { t } = useTranslation('contactSheets')
  const headings = contactHeadings[useLocalValue('language')]
  const save = () =>
    saveRows(
      [
        [t('row'), headings.name, headings.number, t('problem')],
        ...rows.map(({ row, name, number, problem }) => [String(row), name, number, t(problem)])
      ],
      t('badFile')
    )
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text fw={500}>{t('badRows')}</Text>
        <Button variant="subtle" size="compact-sm" leftSection={<IconDownload size={14} />} onClick={save}>
          {t('saveBad')}
        </Button>
      </Group>
      <div className={classes['rows']} tabIndex={0} role="region" aria-label={t('badRows')}>
        <Table stickyHeader horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('row')}</Table.Th>
              <Table.Th>{headings.name}</Table.Th>
              <Table.Th>{headings.number}</Table.Th>
              <Table.Th>{t('problem')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ row, name, number, problem }) => (
              <Table.Tr key={row}>
                <Table.Td className="g-numbers">{formatNumber(row)}</Table.Td>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{number}</Table.Td>
                <Table.Td>{t(problem)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      {count > rows.length && (
        <Text size="xs" c="dimmed">
          {t('firstOnly', { shown: formatNumber(rows.length), count: formatNumber(count) })}
        </Text>
      )}
    </Stack>
  )
}

interface ImportReportProps {
  source: ImportSource
  shown: ContactImport
  onClose: () => void
}

export function ImportReport({ source, shown, onClose }: ImportReportProps) {
  const { t } = useTranslation(['contactSheets', 'words'])
  const life = useDialogLife(onClose)
  const now = source.list.use(({ items }) => items.find(({ id }) => id === shown.id)) ?? shown
  const [badRows, setBadRows] = useState<BadRow[]>([])
  const hasBad = !isUnderway(now) && now.bad > 0
  useEffect(() => {
    if (!hasBad) return
    source.show(shown.id).then(
      (report) => setBadRows(report.badRows),
      (error: unknown) => notify.error(error)
    )
  }, [hasBad, shown.id, source])
  const percent = now.total === 0 ? 0 : (now.done / now.total) * 100
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={now.fileName}
      size="lg"
    >
      <Stack gap="md">
        {isUnderway(now) && (
          <Stack gap="xs">
            <Text role="status">
              <ImportState shown={now} />
            </Text>
            <Progress value={percent} animated={now.status === 'waiting'} aria-label={t('progress')} />
            <Text size="sm" c="dimmed">
              {t('mayLeave')}
            </Text>
          </Stack>
        )}
        {now.status === 'failed' && now.failure !== null && (
          <Alert color="red" title={t(now.failure === 'internal' ? 'stopped' : 'failed')}>
            {t(now.failure === 'internal' && source.into === 'list' ? 'internalList' : now.failure)}
          </Alert>
        )}
        {now.total > 0 && <Counts shown={now} />}
        {badRows.length > 0 && <BadRows rows={badRows} count={now.bad} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={life.close} data-autofocus>
            {t('words:close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
