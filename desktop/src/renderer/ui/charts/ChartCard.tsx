// A chart in its card: what it shows, the sum, the table behind it, and what stands there while nothing is known.
import { useState, type ReactNode } from 'react'
import { ActionIcon, Button, Group, Paper, Skeleton, Table, Text, Title, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconChartBar, IconTable } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#platform/net/error-text.ts'
import { formatNumber } from '#platform/text/format.ts'
import { EmptyState } from '../tables/EmptyState.tsx'
import classes from './chart-card.module.css'

interface ChartCardProps {
  title: string
  /** A line about the whole, such as its sum. */
  text: string
  /** The table behind the chart: head of both columns, then rows. */
  head: [string, string]
  rows: [string, number][]
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
  onRetry: () => void
  /** True while newer figures are on their way. */
  isStale: boolean
  /** Said instead of a chart that would show nothing but zeros. */
  emptyText: string
  children: ReactNode
}

function NumbersTable({ title, head, rows }: Pick<ChartCardProps, 'title' | 'head' | 'rows'>) {
  return (
    <div className={classes['table']} role="group" aria-label={title} tabIndex={0}>
      <Table aria-label={title} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{head[0]}</Table.Th>
            <Table.Th ta="right">{head[1]}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right" className="g-numbers">
                {formatNumber(value)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

export function ChartCard(props: ChartCardProps) {
  const { title, text, rows, phase, isStale } = props
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const isEmpty = rows.every(([, value]) => value === 0)
  const toggleLabel = t(isTable ? 'showChart' : 'showTable')
  const body = () => {
    if (phase === 'loading') return <Skeleton height={240} radius="md" />
    if (phase === 'failed') {
      return (
        <EmptyState
          icon={IconAlertTriangle}
          title={t('chartFailed')}
          text={errorText(props.error)}
          action={
            <Button variant="default" onClick={props.onRetry}>
              {t('retry')}
            </Button>
          }
        />
      )
    }
    if (isEmpty) return <EmptyState icon={IconChartBar} title={t('emptyList')} text={props.emptyText} />
    return isTable ? <NumbersTable title={title} head={props.head} rows={rows} /> : props.children
  }
  return (
    <Paper component="section" withBorder radius="lg" p="md" className={classes['card']} aria-label={title}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <div>
          <Title order={2} size="h3">
            {title}
          </Title>
          <Text c="dimmed" size="xs">
            {phase === 'ready' ? text : '\u00a0'}
          </Text>
        </div>
        {phase === 'ready' && !isEmpty && (
          <Tooltip label={toggleLabel}>
            <ActionIcon
              aria-label={`${toggleLabel}: ${title}`}
              aria-pressed={isTable}
              onClick={() => setTable(!isTable)}
            >
              {isTable ? <IconChartBar size={18} stroke={1.6} /> : <IconTable size={18} stroke={1.6} />}
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      <div className={classes['body']} data-stale={isStale || undefined}>
        {body()}
      </div>
    </Paper>
  )
}
