// The key of an archive that is being written, shown this once.
import { Alert, Button, CopyButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { IconCheck, IconCopy, IconDeviceFloppy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { saveText } from '#platform/net/save-file.ts'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'

interface ArchiveKeyDialogProps {
  /** Of the company. */
  name: string
  identity: string
  /** It opens all archives from now on. */
  isOfMany?: boolean
  onClose: () => void
}

export function ArchiveKeyDialog({ name, identity, isOfMany = false, onClose }: ArchiveKeyDialogProps) {
  const { t } = useTranslation(['companyArchives', 'archiveSchedules', 'words'])
  const life = useDialogLife(onClose)
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={t('keyTitle', { name })}
    >
      <Stack gap="md">
        <Text>{t('keyText')}</Text>
        <Textarea
          label={t('key')}
          readOnly
          autosize
          value={identity}
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'monospace', overflowWrap: 'anywhere' } }}
        />
        <Group gap="xs">
          <CopyButton value={identity}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {t(copied ? 'words:copied' : 'words:copy')}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            leftSection={<IconDeviceFloppy size={16} />}
            onClick={() => saveText(`${identity}\n`, 'guiche-empresa.key')}
          >
            {t('saveKey')}
          </Button>
        </Group>
        <Alert color="yellow" p="sm">
          {t(isOfMany ? 'archiveSchedules:keyOnce' : 'keyOnce')}
        </Alert>
        <Button ml="auto" onClick={life.close}>
          {t('keyKept')}
        </Button>
      </Stack>
    </Modal>
  )
}
