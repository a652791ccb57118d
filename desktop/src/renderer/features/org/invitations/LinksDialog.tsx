// The links of invitations that were just made, shown this once.
import { Button, CopyButton, Modal, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { invitationDays, type FreshInvitation } from '@guiche/shared/features/org/invitations.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { useDialogLife } from '#ui/forms/use-dialog-life.ts'

function LinkField({ invitation, link }: FreshInvitation) {
  const { t } = useTranslation(['invitations', 'words'])
  return (
    <TextInput
      label={invitation.email ?? t('link')}
      readOnly
      value={link}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={link}>
          {({ copied, copy }) => (
            <IconButton
              size="md"
              label={t(copied ? 'words:copied' : 'words:copy')}
              icon={copied ? IconCheck : IconCopy}
              onClick={copy}
            />
          )}
        </CopyButton>
      }
    />
  )
}

export function LinksDialog({ made, onClose }: { made: FreshInvitation[]; onClose: () => void }) {
  const { t } = useTranslation(['invitations', 'words'])
  const life = useDialogLife(onClose)
  const isMailed = made.some(({ invitation }) => invitation.email !== null)
  return (
    <Modal
      opened={life.opened}
      onClose={life.close}
      onExitTransitionEnd={life.onExitTransitionEnd}
      closeOnEscape={life.closeOnEscape}
      closeOnClickOutside={false}
      title={t(isMailed ? 'sentTitle' : 'linkTitle', { count: made.length })}
    >
      <Stack gap="md">
        <Text>{t(isMailed ? 'sentText' : 'linkText', { days: invitationDays })}</Text>
        {made.map((one) => (
          <LinkField key={one.invitation.id} {...one} />
        ))}
        <Button variant="default" ml="auto" onClick={life.close}>
          {t('words:close')}
        </Button>
      </Stack>
    </Modal>
  )
}
