// A company as a file: has its archive written, tells its key this once, and hands it out.
import { useState } from 'react'
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload, IconPackageExport } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { openCompanyArchive, type CompanyArchive } from '@guiche/shared/features/org/company-archives.ts'
import { call } from '#platform/net/http.ts'
import { saveLink } from '#platform/net/save-file.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { ConfirmedDialog } from '#ui/forms/ConfirmedDialog.tsx'
import { ArchiveLine } from './ArchiveLine.tsx'
import { ArchiveKeyDialog } from './ArchiveKeyDialog.tsx'
import classes from '#ui/feedback/file-lines.module.css'
import { ExportDialog } from './ExportDialog.tsx'
import { useCompanyArchives } from './use-company-archives.ts'

function FetchDialog({ archive, onClose }: { archive: CompanyArchive; onClose: () => void }) {
  const { t } = useTranslation('companyArchives')
  return (
    <ConfirmedDialog
      title={t('fetchTitle')}
      submitLabel={t('fetch')}
      onConfirm={async (body) => {
        const { url, name } = await call(openCompanyArchive, { params: { id: archive.id }, body })
        saveLink(serverUrl(url), name)
      }}
      onClose={onClose}
    >
      <Text>{t('fetchText')}</Text>
    </ConfirmedDialog>
  )
}

/** What stands on the page of a company. */
export function CompanyExport({ company }: { company: { id: number; name: string } }) {
  const { t } = useTranslation('companyArchives')
  const { records, reload } = useCompanyArchives(company.id)
  const [isAsking, setAsking] = useState(false)
  const [identity, setIdentity] = useState<string | null>(null)
  const [fetched, setFetched] = useState<CompanyArchive | null>(null)
  const exports = records?.filter(({ kind }) => kind === 'export') ?? []
  return (
    <Stack gap="sm">
      <Text size="sm">{t('about')}</Text>
      <Group>
        <Button variant="default" leftSection={<IconPackageExport size={16} />} onClick={() => setAsking(true)}>
          {t('export')}
        </Button>
      </Group>
      {exports.length > 0 && (
        <ul className={classes['list']} aria-label={t('archives')}>
          {exports.map((archive) => (
            <ArchiveLine key={archive.id} archive={archive} onChange={reload}>
              {archive.status === 'done' && (
                <Button
                  size="compact-sm"
                  variant="light"
                  leftSection={<IconDownload size={14} />}
                  onClick={() => setFetched(archive)}
                >
                  {t('fetch')}
                </Button>
              )}
            </ArchiveLine>
          ))}
        </ul>
      )}
      {isAsking && (
        <ExportDialog
          company={company}
          onStarted={(key) => {
            setIdentity(key)
            reload()
          }}
          onClose={() => setAsking(false)}
        />
      )}
      {identity !== null && !isAsking && (
        <ArchiveKeyDialog name={company.name} identity={identity} onClose={() => setIdentity(null)} />
      )}
      {fetched !== null && <FetchDialog archive={fetched} onClose={() => setFetched(null)} />}
    </Stack>
  )
}
