// The audit log for admins: who did what, when and from where; found by person, act and days, and taken along as a sheet.
import { useEffect, useState } from 'react'
import { Alert, Anchor, Button, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconFileTypeCsv, IconRefresh, IconShieldSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { exportAudit, mostExportedEntries, type AuditLogEntry } from '@guiche/shared/features/org/audit.ts'
import { pages } from '@guiche/shared/kernel/console-pages.ts'
import { ensureQueues } from '#features/org/queues/queues.store.ts'
import { refreshSettings, useSetting } from '#features/org/settings/settings.store.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { saveLink } from '#platform/net/save-file.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { localValue } from '#platform/state/local-store.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { formatNumber } from '#platform/text/format.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { PageHeader } from '#ui/layout/PageHeader.tsx'
import type { Column } from '#ui/tables/column.ts'
import { DataTable } from '#ui/tables/DataTable.tsx'
import { RowActions } from '#ui/tables/RowActions.tsx'
import { useSentence } from './audit-words.ts'
import { FromWhere, momentOf, What, Who } from './AuditCells.tsx'
import { AuditDetails } from './AuditDetails.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import classes from './audit.module.css'
import { countFilters, queryOf, useAuditFilter, type ShownActs } from './use-audit-filter.ts'
import { useAuditLog } from './use-audit-log.ts'

/** Milliseconds that the writing of a large sheet may take. */
const patience = 120_000

function ExportButton({ filter, onCut }: { filter: ShownActs; onCut: (isCut: boolean) => void }) {
  const { t } = useTranslation('audit')
  const [isExporting, setExporting] = useState(false)
  const save = async () => {
    setExporting(true)
    try {
      const body = { ...queryOf(filter), language: localValue('language') }
      const { url, name, count, isCut } = await call(exportAudit, { body }, { timeout: patience })
      saveLink(serverUrl(url), name)
      onCut(isCut)
      notify.success(t('exported', { count, formatted: formatNumber(count) }))
    } catch (error) {
      notify.error(error)
    } finally {
      setExporting(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconFileTypeCsv size={16} stroke={1.6} />}
      loading={isExporting}
      onClick={() => void save()}
    >
      {t('export')}
    </Button>
  )
}

/** For how long entries are kept, and where that is set. */
function Kept() {
  const { t } = useTranslation(['audit', 'settings'])
  const months = useSetting('auditMonths')
  useEffect(() => void refreshSettings(), [])
  return (
    <Text size="sm" c="dimmed" mb="md">
      {t('kept', { time: t(`settings:value_${months}` as 'settings:value_12') })}{' '}
      <Anchor component={Link} to={pages.settings} size="sm" underline="always">
        {t('keptChange')}
      </Anchor>
    </Text>
  )
}

interface Rows {
  openNumber: number | null
  toggle: (entry: AuditLogEntry) => void
}

function OpenButton({ entry, openNumber, toggle }: Rows & { entry: AuditLogEntry }) {
  const { t } = useTranslation('audit')
  const what = useSentence()(entry.action)
  const isOpen = entry.number === openNumber
  return (
    <RowActions>
      <IconButton
        label={t(isOpen ? 'close' : 'open', { what })}
        icon={isOpen ? IconChevronUp : IconChevronDown}
        aria-expanded={isOpen}
        onClick={() => toggle(entry)}
      />
    </RowActions>
  )
}

function useColumns(rows: Rows): Column<AuditLogEntry>[] {
  const { t } = useTranslation(['audit', 'words'])
  return [
    {
      key: 'when',
      title: t('when'),
      width: '11rem',
      render: (entry) => <span className="g-numbers">{momentOf(entry)}</span>
    },
    { key: 'who', title: t('who'), render: (entry) => <Who entry={entry} /> },
    { key: 'what', title: t('what'), render: (entry) => <What entry={entry} /> },
    { key: 'from', title: t('from'), from: 'md', render: (entry) => <FromWhere entry={entry} /> },
    {
      key: 'open',
      title: t('words:actions'),
      isTitleHidden: true,
      width: '48px',
      render: (entry) => <OpenButton entry={entry} {...rows} />
    }
  ]
}

function NarrowRow({ entry, ...rows }: Rows & { entry: AuditLogEntry }) {
  return (
    <div className={classes['narrow']}>
      <div className={classes['words']}>
        <What entry={entry} />
        <Who entry={entry} />
        <Text size="xs" c="dimmed" className="g-numbers">
          {[momentOf(entry), entry.address, entry.agent].filter((part) => part !== null).join(' · ')}
        </Text>
      </div>
      <OpenButton entry={entry} {...rows} />
    </div>
  )
}

export function AuditPage() {
  const { t } = useTranslation(['audit', 'words'])
  const { filter, show, clear } = useAuditFilter()
  const log = useAuditLog(filter)
  const [openNumber, setOpenNumber] = useStateOf<number | null>(filter, null)
  const [isCut, setCut] = useStateOf(filter, false)
  useEffect(() => void ensureQueues(), [])
  const toggle = ({ number }: AuditLogEntry) => setOpenNumber(number === openNumber ? null : number)
  const columns = useColumns({ openNumber, toggle })
  return (
    <>
      <PageHeader title={t('title')} text={t('text')}>
        <IconButton label={t('words:reload')} icon={IconRefresh} variant="default" onClick={log.refresh} />
        <ExportButton filter={filter} onCut={setCut} />
      </PageHeader>
      <Kept />
      {isCut && (
        <Alert color="yellow" mb="md" title={t('cutTitle')} withCloseButton onClose={() => setCut(false)}>
          {t('cutText', { most: formatNumber(mostExportedEntries) })}
        </Alert>
      )}
      <AuditFilters filter={filter} entries={log.entries} onShow={show} onClear={clear} />
      <DataTable
        label={t('title')}
        columns={columns}
        rows={log.entries}
        rowKey={({ number }) => number}
        phase={log.phase}
        error={log.error}
        onRetry={log.refresh}
        hasMore={log.next !== null}
        onMore={log.loadMore}
        onOpen={toggle}
        currentKey={openNumber ?? undefined}
        renderCurrent={(entry) => <AuditDetails entry={entry} onShow={show} />}
        renderNarrow={(entry) => <NarrowRow entry={entry} openNumber={openNumber} toggle={toggle} />}
        empty={{ icon: IconShieldSearch, text: t(countFilters(filter) > 0 ? 'emptyFiltered' : 'empty') }}
      />
    </>
  )
}
