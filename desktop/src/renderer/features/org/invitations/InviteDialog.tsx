// Whom to invite, as what and into which queues; without an address it makes a link to copy.
import { Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  createInvitations,
  invitationDraft,
  mostInvited,
  type FreshInvitation
} from '@guiche/shared/features/org/invitations.ts'
import { emailAddress } from '@guiche/shared/features/org/users.ts'
import { call } from '#platform/net/http.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { positionOf, ProfileSelect } from '#features/org/roles/ProfileSelect.tsx'
import { QueuePicker } from '#features/org/queues/QueuePicker.tsx'
import { putInvitations } from './invitations.store.ts'

const fieldOfCode = {
  ERR_EMAIL_HAS_ACCOUNT: 'emails',
  ERR_INVITATION_LIMIT: 'emails',
  ERR_PLAN_LIMIT_USERS: 'emails',
  ...currentPasswordCodes
}

/** As people write several: each on its line, or with commas, semicolons or blanks in between. */
const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '')

interface InviteDialogProps {
  onMade: (made: FreshInvitation[]) => void
  onClose: () => void
}

export function InviteDialog({ onMade, onClose }: InviteDialogProps) {
  const { t } = useTranslation(['invitations', 'users'])
  const language = useLocalValue('language')
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues: { emails: '', position: 'user', queueIds: [] as string[], currentPassword: '' },
    schema: invitationDraft.omit({ emails: true }),
    check: ({ emails: typed, currentPassword }): Record<string, string> => {
      const emails = addressesIn(typed)
      const wrong = emails.find((email) => !emailAddress.safeParse(email).success)
      const tooMany = emails.length > mostInvited ? { emails: t('tooMany', { most: mostInvited }) } : {}
      return {
        ...(wrong === undefined ? tooMany : { emails: t('notAnAddress', { email: wrong }) }),
        ...missed(currentPassword)
      }
    }
  })
  const submit = async ({ emails: typed, position, queueIds, currentPassword }: typeof form.values) => {
    const { profile, roleId } = positionOf(position)
    const role = roleId === null ? {} : { roleId }
    const body = { emails: addressesIn(typed), profile, ...role, queueIds, language, ...confirmed(currentPassword) }
    const made = await listen(call(createInvitations, { body: body as never }))
    putInvitations(made)
    onMade(made)
  }
  const isLink = addressesIn(form.values.emails).length === 0
  return (
    <FormDialog
      title={t('inviteTitle')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t(isLink ? 'makeLink' : 'send')}
      fieldOfCode={fieldOfCode}
    >
      <Textarea
        label={t('emails')}
        description={t('emailsHint')}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('emails')}
      />
      <ProfileSelect withAsterisk={false} {...form.getInputProps('position')} />
      <QueuePicker
        label={t('users:queues')}
        placeholder={t('users:queuesPlaceholder')}
        {...form.getInputProps('queueIds')}
      />
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
  )
}
