// The secret that deliveries are signed with, shown this once.
import { Button, Code, CopyButton, Modal, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'

export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'words'])
  const life = useDialogLife(onClose)
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      closeOnClickOutside={false}
      title={t('secretTitle')}
    >
      <Stack gap="md">
        <Text>{t('secretText')}</Text>
        <Code block aria-label={t('secret')} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
              {t(copied ? 'words:copied' : 'words:copy')}
            </Button>
          )}
        </CopyButton>
      </Stack>
    </Modal>
  )
}
