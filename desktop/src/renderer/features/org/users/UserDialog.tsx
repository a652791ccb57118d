// Adds or edits a user; opened on oneself it is the profile. What follows from the place in the company shows to whoever looks after people.
import { Checkbox, Select, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { grantablePermissions, hasPermission } from '@guiche/shared/kernel/access.ts'
import { createUser, updateUser, userDraft, userPatch, type User } from '@guiche/shared/features/org/users.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { useIsAdmin, useMay, useUser } from '#platform/session/session.ts'
import { validationText } from '#platform/text/validation.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { NewPasswordField } from '#ui/forms/NewPasswordField.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { usePasswordHint } from '#ui/forms/use-password-hint.ts'
import { QueuePicker } from '#features/org/queues/QueuePicker.tsx'
import { positionOf, positionValue, ProfileSelect } from '#features/org/roles/ProfileSelect.tsx'
import { usePermissionName } from '#features/org/roles/roles.store.ts'
import { FactorOf } from '#features/org/second-factor/FactorOf.tsx'
import { WorkTimesOf } from '#features/org/work-times/WorkTimesOf.tsx'
import { users } from './users.store.ts'
import { LoginList } from './LoginList.tsx'
import { UserConnectionSelect } from './UserConnectionSelect.tsx'

interface UserDialogProps {
  /** Absent to add one. */
  user?: User
  title?: string
  onClose: () => void
}

const fieldOfCode = {
  ERR_EMAIL_ALREADY_EXISTS: 'email',
  ERR_LAST_ADMIN: 'position',
  ERR_NO_ROLE_FOUND: 'position',
  ERR_PASSWORD_TOO_WEAK: 'password',
  ...currentPasswordCodes
}

/** A new password or address of somebody who is there already: the server asks who is really at the keyboard. */
const isAboutCredentials = (
  user: User | undefined,
  { email, password }: { email: string; password: string }
): boolean => user !== undefined && (password !== '' || email.trim().toLowerCase() !== user.email.toLowerCase())

/** Admins say what everybody is, others who look after people what others are. */
function useMayPlace(user: User | undefined): boolean {
  const { id } = useUser()
  const isAdmin = useIsAdmin()
  const mayWrite = useMay('users-page:write')
  return isAdmin || (mayWrite && user?.id !== id)
}

export function UserDialog({ user, title, onClose }: UserDialogProps) {
  const { t } = useTranslation('users')
  const { policy, hint } = usePasswordHint()
  const own = useUser()
  const { companyId, id: ownId } = own
  const isAdmin = useIsAdmin()
  const mayPlace = useMayPlace(user)
  const mayEditProfile = useMay('user-modal:editProfile') && mayPlace
  const mayEditQueues = useMay('user-modal:editQueues') && mayPlace
  const permissionName = usePermissionName()
  const { isAsked, listen } = useAskedPassword()
  const form = useDraftForm({
    initialValues: {
      name: user?.name ?? '',
      email: user?.email ?? '',
      password: '',
      currentPassword: '',
      position: user ? positionValue(user) : 'user',
      whatsappId: user?.whatsappId ? String(user.whatsappId) : '',
      queueIds: user?.queues.map(({ id }) => String(id)) ?? [],
      allTicket: user?.allTicket === 'enabled' ? 'enabled' : 'disabled',
      permissions: [...(user?.permissions ?? [])] as string[]
    },
    schema: user ? userPatch : userDraft,
    check: (values): Record<string, string> =>
      (isAsked || isAboutCredentials(user, values)) && values.currentPassword === ''
        ? { currentPassword: validationText('Required') }
        : {}
  })
  const ofCredentials = isAboutCredentials(user, form.values)
  const asksForPassword = isAsked || ofCredentials
  const submit = async ({ name, email, password, currentPassword, position, ...rest }: typeof form.values) => {
    const confirmed = asksForPassword ? { currentPassword } : {}
    const mine = { name, email, ...(password === '' ? {} : { password }), ...confirmed }
    const { profile, roleId } = positionOf(position, user?.profile)
    const role = roleId === (user?.role?.id ?? null) ? {} : { roleId }
    // Whoever looks after nobody may send what is theirs to change, and nothing else.
    const body = mayPlace ? { ...mine, profile, ...role, ...rest, companyId } : mine
    const saved = await listen(
      user
        ? call(updateUser, { params: { id: user.id }, body: body as never })
        : call(createUser, { body: body as never })
    )
    if (users.use.getState().phase !== 'idle') users.upsert(saved)
    notify.success(t('saved'))
  }
  return (
    <FormDialog
      title={title ?? t(user ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      fieldOfCode={fieldOfCode}
    >
      <TextInput label={t('name')} withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <TextInput label={t('email')} type="email" withAsterisk autoComplete="off" {...form.getInputProps('email')} />
      <NewPasswordField
        policy={policy}
        label={t('password')}
        withAsterisk={!user}
        description={user ? `${t('passwordKeep')} ${hint}` : hint}
        {...form.getInputProps('password')}
      />
      {asksForPassword && (
        <CurrentPasswordField
          {...(ofCredentials
            ? { description: t(user?.id === ownId ? 'currentPasswordHint' : 'currentPasswordHintOther') }
            : {})}
          {...form.getInputProps('currentPassword')}
        />
      )}
      {mayEditProfile && <ProfileSelect {...form.getInputProps('position')} />}
      {mayEditQueues && (
        <QueuePicker label={t('queues')} placeholder={t('queuesPlaceholder')} {...form.getInputProps('queueIds')} />
      )}
      {mayPlace && <UserConnectionSelect {...form.getInputProps('whatsappId')} />}
      {mayEditQueues && (
        <Select
          label={t('allTicket')}
          description={t('allTicketHint')}
          data={[
            { value: 'enabled', label: t('enabled') },
            { value: 'disabled', label: t('disabled') }
          ]}
          {...form.getInputProps('allTicket')}
        />
      )}
      {mayEditProfile && (form.values.position === 'user' || form.values.position === 'supervisor') && (
        <Checkbox.Group
          label={t('permissions')}
          description={t('permissionsHint')}
          {...form.getInputProps('permissions')}
        >
          <Stack gap="xs" mt="xs">
            {grantablePermissions
              .filter((key) => hasPermission(own, key))
              .map((key) => (
                <Checkbox key={key} value={key} label={permissionName(key)} />
              ))}
          </Stack>
        </Checkbox.Group>
      )}
      {user && isAdmin && !user.super && <WorkTimesOf user={user} />}
      {user && mayPlace && user.id !== ownId && <FactorOf user={user} />}
      {user && <LoginList userId={user.id} />}
    </FormDialog>
  )
}
