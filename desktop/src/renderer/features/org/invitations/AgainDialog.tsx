// Asks before somebody is invited once more, and for the own password when the server wants it.
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { inviteAgain, type FreshInvitation, type Invitation } from '@guiche/shared/features/org/invitations.ts'
import { call } from '#platform/net/http.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { putInvitations } from './invitations.store.ts'

interface AgainDialogProps {
  invitation: Invitation
  onMade: (made: FreshInvitation[]) => void
  onClose: () => void
}

export function AgainDialog({ invitation: { id, email }, onMade, onClose }: AgainDialogProps) {
  const { t } = useTranslation('invitations')
  const language = useLocalValue('language')
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues: { currentPassword: '' },
    schema: z.object({ currentPassword: z.string() }),
    check: ({ currentPassword }) => missed(currentPassword)
  })
  const submit = async ({ currentPassword }: typeof form.values) => {
    const body = { language, ...confirmed(currentPassword) }
    const made = [await listen(call(inviteAgain, { params: { id }, body }))]
    putInvitations(made)
    onMade(made)
  }
  return (
    <FormDialog
      title={t('againTitle')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t(email === null ? 'makeLink' : 'send')}
      size="sm"
      fieldOfCode={currentPasswordCodes}
    >
      <Text>{email === null ? t('againLinkText') : t('againText', { email })}</Text>
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
  )
}
