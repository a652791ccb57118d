// What administrators do with many contacts at once: import them from a sheet and export them into one.
import { useEffect, useState } from 'react'
import { Anchor, Button, Menu, Progress, Text } from '@mantine/core'
import { IconDots, IconFileTypeCsv, IconFileTypeXls, IconUpload, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exportContacts, type ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { formatNumber } from '#platform/format.ts'
import { call } from '#platform/http.ts'
import { localValue } from '#platform/local-store.ts'
import { notify } from '#platform/notify.ts'
import { saveLink } from '#platform/save-file.ts'
import { serverUrl } from '#platform/server-address.ts'
import classes from './contact-imports.module.css'
import { contactImports, isUnderway } from './contact-imports.store.ts'
import { DuplicatesDialog } from './DuplicatesDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { ImportReport } from './ImportReport.tsx'
import { ImportState } from './ImportState.tsx'

/** Milliseconds that the writing of a large sheet may take. */
const patience = 120_000

export const ContactTools = () => {
  const { t } = useTranslation(['contactSheets', 'words'])
  const [isImporting, setImporting] = useState(false)
  const [shown, setShown] = useState<ContactImport | null>(null)
  const [isMerging, setMerging] = useState(false)
  const [isExporting, setExporting] = useState(false)

  const save = async (format: 'csv' | 'xlsx') => {
    setExporting(true)
    try {
      const body = { format, language: localValue('language') }
      const { url, name, count } = await call(exportContacts, { body }, { timeout: patience })
      saveLink(serverUrl(url), name)
      notify.success(t('exported', { count, formatted: formatNumber(count) }))
    } catch (error) {
      notify.error(error)
    } finally {
      setExporting(false)
    }
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px="sm" aria-label={t('more')} title={t('more')} loading={isExporting}>
            <IconDots size={18} stroke={1.6} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUpload size={16} stroke={1.6} />} onClick={() => setImporting(true)}>
            {t('importItem')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileTypeXls size={16} stroke={1.6} />} onClick={() => void save('xlsx')}>
            {t('exportXlsx')}
          </Menu.Item>
          <Menu.Item leftSection={<IconFileTypeCsv size={16} stroke={1.6} />} onClick={() => void save('csv')}>
            {t('exportCsv')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUsers size={16} stroke={1.6} />} onClick={() => setMerging(true)}>
            {t('duplicatesItem')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isImporting && (
        <ImportDialog
          onShow={(one) => {
            setShown(one)
            setImporting(false)
          }}
          onClose={() => setImporting(false)}
        />
      )}
      {shown !== null && <ImportReport shown={shown} onClose={() => setShown(null)} />}
      {isMerging && <DuplicatesDialog onClose={() => setMerging(false)} />}
    </>
  )
}

/** While an import runs: how far it is, with the way to its report. */
export const ImportLine = () => {
  const { t } = useTranslation('contactSheets')
  const running = contactImports.use(({ items }) => items.find(isUnderway))
  const [shown, setShown] = useState<ContactImport | null>(null)
  useEffect(() => void contactImports.ensure(), [])
  return (
    <>
      {running && (
        <div className={classes['line']}>
          <Text size="sm">
            {running.fileName}: <ImportState shown={running} />
          </Text>
          <Progress
            className={classes['bar'] ?? ''}
            value={running.total === 0 ? 0 : (running.done / running.total) * 100}
            aria-label={t('progress')}
          />
          <Anchor component="button" type="button" size="sm" onClick={() => setShown(running)}>
            {t('details')}
          </Anchor>
        </div>
      )}
      {shown !== null && <ImportReport shown={shown} onClose={() => setShown(null)} />}
    </>
  )
}
