// Everything that is stored of a person, as a file: asks for a copy, shows how far it is, and hands it out.
import { useEffect } from 'react'
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { personExportDays, type PersonExportShown } from '@guiche/shared/features/inbox/personal-data.ts'
import { errorText } from '#platform/net/error-text.ts'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'
import { ExportLine } from './ExportLine.tsx'
import { personExports, removeExport, saveExport, startExport } from './personal-data.store.ts'
import classes from '#ui/feedback/file-lines.module.css'
import { useConfirmedActs } from './use-confirmed-acts.tsx'

interface PersonalDataDialogProps {
  /** Of whom; without, the copies of all are listed. */
  contact?: { id: number; name: string }
  onClose: () => void
}

export function PersonalDataDialog({ contact, onClose }: PersonalDataDialogProps) {
  const { t } = useTranslation(['personalData', 'words'])
  const life = useDialogLife(onClose)
  const { isBusy, run, field } = useConfirmedActs()
  const { items, phase, error } = personExports.use()
  useEffect(() => void personExports.ensure(), [])
  const shown = items.filter(({ contactId }) => contact === undefined || contactId === contact.id)
  const remove = (one: PersonExportShown) => run(() => removeExport(one.id))
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      title={contact ? t('titleOf', { name: contact.name }) : t('title')}
      size="lg"
    >
      <Stack gap="md">
        <Text size="sm">{t('about', { days: personExportDays })}</Text>
        {contact && (
          <Alert color="gray" p="sm">
            {t('review')}
          </Alert>
        )}
        {field}
        {contact && (
          <Group>
            <Button
              leftSection={<IconFileZip size={18} stroke={1.6} />}
              loading={isBusy}
              onClick={() => void run((confirmation) => startExport(contact.id, confirmation))}
            >
              {t('start')}
            </Button>
          </Group>
        )}
        {phase === 'loading' && shown.length === 0 && <Skeleton height={56} />}
        {error !== null && shown.length === 0 && <Alert color="red">{errorText(error)}</Alert>}
        {shown.length > 0 && (
          <ul className={classes['list']} aria-label={t('copies')}>
            {shown.map((one) => (
              <ExportLine
                key={one.id}
                shown={one}
                hasName={contact === undefined}
                isBusy={isBusy}
                onSave={() => void run((confirmation) => saveExport(one.id, confirmation))}
                onRemove={() => void remove(one)}
              />
            ))}
          </ul>
        )}
        {phase === 'ready' && shown.length === 0 && !contact && <Text c="dimmed">{t('none')}</Text>}
        <Group justify="flex-end">
          <Button variant="default" onClick={life.close}>
            {t('words:close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
