// One copy of what is stored of a person: who asked for it and when, how far it is, and what can be done with it.
import { Button, Group, Progress, Text } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { PersonExportShown } from '@guiche/shared/features/inbox/personal-data.ts'
import { formatDateTime, formatNumber, formatSize } from '#platform/text/format.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { isUnderway } from './personal-data.store.ts'
import classes from '#ui/feedback/file-lines.module.css'

function State({ shown }: { shown: PersonExportShown }) {
  const { t } = useTranslation('personalData')
  const { status, failure, done, total, size, missing, expiresAt } = shown
  if (status === 'waiting') return t('waiting')
  if (status === 'running') return t('running', { done: formatNumber(done), total: formatNumber(total) })
  if (status === 'failed') return t(failure === 'storage-full' ? 'storageFull' : 'internal')
  const until = expiresAt === null ? '' : formatDateTime(expiresAt)
  return (
    <>
      {t('done', { size: formatSize(size), until })}
      {missing > 0 && ` ${t('missing', { count: missing, formatted: formatNumber(missing) })}`}
    </>
  )
}

interface ExportLineProps {
  shown: PersonExportShown
  /** Where copies of several people are listed. */
  hasName: boolean
  isBusy: boolean
  onSave: () => void
  onRemove: () => void
}

export function ExportLine({ shown, hasName, isBusy, onSave, onRemove }: ExportLineProps) {
  const { t } = useTranslation(['personalData', 'words'])
  const { contactName, userName, createdAt, status, done, total } = shown
  const when = t('asked', { when: formatDateTime(createdAt), who: userName })
  return (
    <li className={classes['line']} aria-label={hasName ? `${contactName}: ${when}` : when}>
      <div className={classes['said']}>
        {hasName && (
          <Text fw={500} dir="auto">
            {contactName}
          </Text>
        )}
        <Text size="sm">{when}</Text>
        <Text size="sm" c="dimmed" role="status">
          <State shown={shown} />
        </Text>
        {isUnderway(shown) && (
          <Progress
            mt={6}
            value={total === 0 ? 0 : (done / total) * 100}
            animated={status === 'waiting'}
            aria-label={t('progress')}
          />
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        {status === 'done' && (
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconDownload size={14} />}
            disabled={isBusy}
            onClick={onSave}
          >
            {t('save')}
          </Button>
        )}
        <IconButton size="sm" label={t('words:delete')} disabled={isBusy} onClick={onRemove}>
          <IconTrash size={16} />
        </IconButton>
      </Group>
    </li>
  )
}
