// The own passkeys: a list, adding one on this device, renaming one, removing one.
import { useCallback, useEffect, useState } from 'react'
import { Badge, Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { startRegistration } from '@simplewebauthn/browser'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import {
  addPasskey,
  listPasskeys,
  passkeyName,
  removePasskey,
  renamePasskey,
  startPasskey,
  type Passkey
} from '@guiche/shared/features/org/passkeys.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { sentCredential, settleSecondFactor } from '#platform/session/second-step.ts'
import { formatDate } from '#platform/text/format.ts'
import { ConfirmedDialog } from '#ui/forms/ConfirmedDialog.tsx'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { usePasskeySupport } from './use-passkey-support.ts'

interface DialogProps {
  onDone: () => void
  onClose: () => void
}

function AddDialog({ onDone, onClose }: DialogProps) {
  const { t } = useTranslation('passkeys')
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues: { name: '', currentPassword: '' },
    schema: z.object({ name: passkeyName, currentPassword: z.string() }),
    check: ({ currentPassword }) => missed(currentPassword)
  })
  const submit = async ({ name, currentPassword }: typeof form.values) => {
    const { options } = await listen(call(startPasskey, { body: confirmed(currentPassword) }))
    try {
      const credential = sentCredential(await startRegistration({ optionsJSON: options as never }))
      await call(addPasskey, { body: { name: name.trim(), credential } })
    } catch (error) {
      const kind = error instanceof Error ? error.name : ''
      if (kind === 'NotAllowedError') return void notify.info(t('cancelled'))
      if (kind === 'InvalidStateError') return void notify.error(t('twice'))
      throw error
    }
    settleSecondFactor()
    notify.success(t('created'))
    onDone()
  }
  return (
    <FormDialog
      title={t('add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('create')}
      size="sm"
      fieldOfCode={currentPasswordCodes}
    >
      <TextInput label={t('name')} description={t('nameHint')} maxLength={60} {...form.getInputProps('name')} />
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
  )
}

function RenameDialog({ passkey, onDone, onClose }: DialogProps & { passkey: Passkey }) {
  const { t } = useTranslation(['passkeys', 'words'])
  const form = useDraftForm({ initialValues: { name: passkey.name }, schema: z.object({ name: passkeyName }) })
  const submit = async ({ name }: typeof form.values) => {
    await call(renamePasskey, { params: { id: passkey.id }, body: { name: name.trim() } })
    notify.success(t('renamed'))
    onDone()
  }
  return (
    <FormDialog
      title={t('renameTitle', { name: passkey.name })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('words:save')}
      size="sm"
    >
      <TextInput label={t('name')} description={t('nameHint')} maxLength={60} {...form.getInputProps('name')} />
    </FormDialog>
  )
}

function RemoveDialog({ passkey, onDone, onClose }: DialogProps & { passkey: Passkey }) {
  const { t } = useTranslation('passkeys')
  const remove = async (body: { currentPassword?: string }) => {
    await call(removePasskey, { params: { id: passkey.id }, body })
    notify.success(t('removed'))
    onDone()
  }
  return (
    <ConfirmedDialog
      title={t('removeTitle', { name: passkey.name })}
      submitLabel={t('remove')}
      onConfirm={remove}
      onClose={onClose}
    >
      <Text>{t('removeText')}</Text>
    </ConfirmedDialog>
  )
}

interface LineProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyLine({ passkey, onRename, onRemove }: LineProps) {
  const { t } = useTranslation('passkeys')
  const { name, isSynced, createdAt, usedAt } = passkey
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={500}>
            {name}
          </Text>
          {isSynced && <Badge color="gray">{t('synced')}</Badge>}
        </Group>
        <Text size="xs" c="dimmed">
          {usedAt === null ? t('made', { date: formatDate(createdAt) }) : t('used', { date: formatDate(usedAt) })}
        </Text>
      </div>
      <Group gap={4} wrap="nowrap">
        <IconButton label={t('renameTitle', { name })} onClick={onRename}>
          <IconPencil size={16} />
        </IconButton>
        <IconButton label={t('removeTitle', { name })} onClick={onRemove}>
          <IconTrash size={16} />
        </IconButton>
      </Group>
    </Group>
  )
}

export function PasskeySection() {
  const { t } = useTranslation('passkeys')
  const support = usePasskeySupport()
  const [list, setList] = useState<Passkey[] | null>(null)
  const [open, setOpen] = useState<'add' | { act: 'rename' | 'remove'; passkey: Passkey } | null>(null)
  const load = useCallback(() => void call(listPasskeys).then(setList, notify.error), [])
  useEffect(load, [load])
  const close = () => setOpen(null)
  const Dialog = open !== null && open !== 'add' && open.act === 'rename' ? RenameDialog : RemoveDialog
  // Somebody may have some from before the server got another address, and takes them away here.
  if (support === 'nowhere' && list?.length === 0) return null
  return (
    <section aria-label={t('title')}>
      <Stack gap="sm">
        <Title order={3} size="h5">
          {t('title')}
        </Title>
        <Text size="sm">{t('text')}</Text>
        {list === null ? (
          <Skeleton height={40} />
        ) : (
          <Stack component="ul" gap="xs" m={0} p={0}>
            {list.map((passkey) => (
              <PasskeyLine
                key={passkey.id}
                passkey={passkey}
                onRename={() => setOpen({ act: 'rename', passkey })}
                onRemove={() => setOpen({ act: 'remove', passkey })}
              />
            ))}
          </Stack>
        )}
        {list?.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('none')}
          </Text>
        )}
        {support === 'here' && (
          <Button variant="default" onClick={() => setOpen('add')}>
            {t('add')}
          </Button>
        )}
        {(support === 'elsewhere' || support === 'browser') && (
          <Text size="xs" c="dimmed">
            {t('unavailable')}
          </Text>
        )}
      </Stack>
      {open === 'add' && <AddDialog onDone={load} onClose={close} />}
      {open !== null && open !== 'add' && <Dialog passkey={open.passkey} onDone={load} onClose={close} />}
    </section>
  )
}
