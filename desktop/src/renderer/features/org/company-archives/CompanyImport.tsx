// Companies from other servers: sends an archive, asks for its key and how the company is to arrive, and shows how far it is.
import { useState } from 'react'
import { Alert, Button, FileButton, Group, Modal, Progress, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { sendCompanyArchive, type CompanyArchive } from '@guiche/shared/features/org/company-archives.ts'
import { notify } from '#platform/device/notify.ts'
import { upload, type UploadProgress } from '#platform/net/upload.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatSize } from '#platform/text/format.ts'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { ArchiveLine } from './ArchiveLine.tsx'
import classes from '#ui/feedback/file-lines.module.css'
import { ImportDialog } from './ImportDialog.tsx'
import { useCompanyArchives } from './use-company-archives.ts'

function Sending({ progress, onStop }: { progress: UploadProgress; onStop: () => void }) {
  const { t } = useTranslation(['companyArchives', 'words'])
  const { sent, total } = progress
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text size="sm">{t('sending', { sent: formatSize(sent), total: formatSize(total) })}</Text>
        <Button size="compact-sm" variant="default" onClick={onStop}>
          {t('words:cancel')}
        </Button>
      </Group>
      <Progress value={total === 0 ? 0 : (sent / total) * 100} aria-label={t('sendingLabel')} />
    </Stack>
  )
}

function useSending(onSent: (archive: CompanyArchive) => void) {
  const [sending, setSending] = useState<{ progress: UploadProgress; aborter: AbortController } | null>(null)
  const send = async (file: File | null) => {
    if (file === null) return
    const aborter = new AbortController()
    const show = (progress: UploadProgress) => setSending({ progress, aborter })
    show({ sent: 0, total: file.size, secondsLeft: null })
    const body = new FormData()
    body.append('file', file, file.name)
    try {
      onSent(await upload(sendCompanyArchive, { body }, { onProgress: show, signal: aborter.signal }))
    } catch (error) {
      if (!aborter.signal.aborted) notify.error(error)
    } finally {
      setSending(null)
    }
  }
  return { sending, send }
}

export function CompanyImport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['companyArchives', 'words'])
  const life = useDialogLife(onClose)
  const { records, error, reload } = useCompanyArchives()
  const [chosen, setChosen] = useState<CompanyArchive | null>(null)
  const { sending, send } = useSending((archive) => {
    setChosen(archive)
    reload()
  })
  const imports = records?.filter(({ kind }) => kind === 'import') ?? []
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape && chosen === null}
      title={t('importTitle')}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm">{t('importText')}</Text>
        {sending ? (
          <Sending progress={sending.progress} onStop={() => sending.aborter.abort()} />
        ) : (
          <Group>
            <FileButton accept=".age" onChange={(file) => void send(file)}>
              {(props) => (
                <Button {...props} leftSection={<IconUpload size={16} />}>
                  {t('choose')}
                </Button>
              )}
            </FileButton>
          </Group>
        )}
        {error !== null && records === null && <Alert color="red">{errorText(error)}</Alert>}
        {imports.length > 0 && (
          <ul className={classes['list']} aria-label={t('archives')}>
            {imports.map((archive) => (
              <ArchiveLine key={archive.id} archive={archive} onChange={reload}>
                {(archive.status === 'sent' || archive.status === 'failed') && (
                  <Button size="compact-sm" variant="light" onClick={() => setChosen(archive)}>
                    {t('import')}
                  </Button>
                )}
              </ArchiveLine>
            ))}
          </ul>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={life.close}>
            {t('words:close')}
          </Button>
        </Group>
      </Stack>
      {chosen !== null && <ImportDialog archive={chosen} onStarted={reload} onClose={() => setChosen(null)} />}
    </Modal>
  )
}
