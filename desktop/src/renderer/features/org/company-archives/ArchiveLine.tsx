// One archive of a company: when and by whom it was asked for, how far it is, and what can be done with it.
import { Group, Progress, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReactNode } from 'react'
import { deleteCompanyArchive, type CompanyArchive } from '@guiche/shared/features/org/company-archives.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { formatDateTime, formatSize } from '#platform/text/format.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import classes from '#ui/feedback/file-lines.module.css'
import { isUnderway } from './use-company-archives.ts'

function State({ archive }: { archive: CompanyArchive }) {
  const { t } = useTranslation('companyArchives')
  const { kind, status, failure, detail, done, size, expiresAt } = archive
  const until = expiresAt === null ? '' : formatDateTime(expiresAt)
  if (status === 'sent') return t('sent', { size: formatSize(size), until })
  if (status === 'waiting') return t('waiting')
  if (status === 'running') return t('running', { size: formatSize(done) })
  if (status === 'failed') return t(`failure_${failure ?? 'internal'}`, { detail })
  return kind === 'import' ? t('arrived') : t('ready', { size: formatSize(size), until })
}

interface ArchiveLineProps {
  archive: CompanyArchive
  onChange: () => void
  /** What else can be done with it. */
  children?: ReactNode
}

export function ArchiveLine({ archive, onChange, children }: ArchiveLineProps) {
  const { t } = useTranslation(['companyArchives', 'words'])
  const { id, kind, name, userName, createdAt } = archive
  const when = t(kind === 'export' ? 'asked' : 'uploaded', { when: formatDateTime(createdAt), who: userName })
  const remove = () => {
    call(deleteCompanyArchive, { params: { id } }).then(onChange, (error: unknown) => notify.error(error))
  }
  return (
    <li className={classes['line']} aria-label={kind === 'import' ? name : when}>
      <div className={classes['said']}>
        {kind === 'import' && (
          <Text fw={500} dir="auto">
            {name}
          </Text>
        )}
        <Text size="sm">{when}</Text>
        <Text size="sm" c={archive.status === 'failed' ? 'red' : 'dimmed'} role="status">
          <State archive={archive} />
        </Text>
        {isUnderway(archive) && <Progress mt={6} value={100} animated aria-label={t('progress')} />}
      </div>
      <Group gap="xs" wrap="nowrap">
        {children}
        <IconButton size="sm" label={t(isUnderway(archive) ? 'stop' : 'words:delete')} onClick={remove}>
          <IconTrash size={16} />
        </IconButton>
      </Group>
    </li>
  )
}
