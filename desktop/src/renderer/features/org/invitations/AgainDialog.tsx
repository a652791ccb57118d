// Asks before somebody is invited once more.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { inviteAgain, type FreshInvitation, type Invitation } from '@guiche/shared/features/org/invitations.ts'
import { call } from '#platform/net/http.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { ConfirmedDialog } from '#ui/forms/ConfirmedDialog.tsx'
import { putInvitations } from './invitations.store.ts'

interface AgainDialogProps {
  invitation: Invitation
  onMade: (made: FreshInvitation[]) => void
  onClose: () => void
}

export function AgainDialog({ invitation: { id, email }, onMade, onClose }: AgainDialogProps) {
  const { t } = useTranslation('invitations')
  const language = useLocalValue('language')
  const invite = async (confirmation: { currentPassword?: string }) => {
    const made = [await call(inviteAgain, { params: { id }, body: { language, ...confirmation } })]
    putInvitations(made)
    onMade(made)
  }
  return (
    <ConfirmedDialog
      title={t('againTitle')}
      submitLabel={t(email === null ? 'makeLink' : 'send')}
      onConfirm={invite}
      onClose={onClose}
    >
      <Text>{email === null ? t('againLinkText') : t('againText', { email })}</Text>
    </ConfirmedDialog>
  )
}
