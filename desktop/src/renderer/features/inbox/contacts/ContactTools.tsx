// What administrators do with many contacts at once: import them from a sheet and export them into one.
import { useState } from 'react'
import { Button, Menu } from '@mantine/core'
import { IconDots, IconFileTypeCsv, IconFileTypeXls, IconFileZip, IconUpload, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { exportContacts, type ContactImport } from '@guiche/shared/features/inbox/contact-sheets.ts'
import { formatNumber } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { localValue } from '#platform/state/local-store.ts'
import { notify } from '#platform/device/notify.ts'
import { useIsAdmin, useMay } from '#platform/session/session.ts'
import { saveLink } from '#platform/net/save-file.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { PersonalDataDialog } from '#features/inbox/personal-data/PersonalDataDialog.tsx'
import { contactImports } from './contact-imports.store.ts'
import { DuplicatesDialog } from './DuplicatesDialog.tsx'
import { ImportDialog } from './ImportDialog.tsx'
import { ImportReport } from './ImportReport.tsx'

/** Milliseconds that the writing of a large sheet may take. */
const patience = 120_000

export function ContactTools() {
  const { t } = useTranslation(['contactSheets', 'personalData', 'words'])
  const [isImporting, setImporting] = useState(false)
  const [shown, setShown] = useState<ContactImport | null>(null)
  const [isMerging, setMerging] = useState(false)
  const [isShowingCopies, setShowingCopies] = useState(false)
  const [isExporting, setExporting] = useState(false)
  const isAdmin = useIsAdmin()
  const seesNumbers = useMay('numbers:view')
  const mayImport = useMay('contacts-page:import') && seesNumbers
  const mayExport = useMay('contacts-page:export') && seesNumbers

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
  if (!isAdmin && !mayImport && !mayExport) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" px="sm" aria-label={t('more')} title={t('more')} loading={isExporting}>
            <IconDots size={18} stroke={1.6} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayImport && (
            <Menu.Item leftSection={<IconUpload size={16} stroke={1.6} />} onClick={() => setImporting(true)}>
              {t('importItem')}
            </Menu.Item>
          )}
          {mayExport && (
            <>
              <Menu.Item leftSection={<IconFileTypeXls size={16} stroke={1.6} />} onClick={() => void save('xlsx')}>
                {t('exportXlsx')}
              </Menu.Item>
              <Menu.Item leftSection={<IconFileTypeCsv size={16} stroke={1.6} />} onClick={() => void save('csv')}>
                {t('exportCsv')}
              </Menu.Item>
            </>
          )}
          {isAdmin && (
            <>
              <Menu.Item leftSection={<IconUsers size={16} stroke={1.6} />} onClick={() => setMerging(true)}>
                {t('duplicatesItem')}
              </Menu.Item>
              <Menu.Item leftSection={<IconFileZip size={16} stroke={1.6} />} onClick={() => setShowingCopies(true)}>
                {t('personalData:itemAll')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {isImporting && (
        <ImportDialog
          source={contactImports}
          onShow={(one) => {
            setShown(one)
            setImporting(false)
          }}
          onClose={() => setImporting(false)}
        />
      )}
      {shown !== null && <ImportReport source={contactImports} shown={shown} onClose={() => setShown(null)} />}
      {isShowingCopies && <PersonalDataDialog onClose={() => setShowingCopies(false)} />}
      {isMerging && <DuplicatesDialog onClose={() => setMerging(false)} />}
    </>
  )
}
