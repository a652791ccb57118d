// Asks before something happens, and for the caller's own password where the server wants it.
import type { ReactNode } from 'react'
import { z } from 'zod'
import { CurrentPasswordField } from './CurrentPasswordField.tsx'
import { FormDialog } from './FormDialog.tsx'
import { currentPasswordCodes, useAskedPassword } from './use-asked-password.ts'
import { useDraftForm } from './use-draft-form.ts'

interface ConfirmedDialogProps {
  title: string
  submitLabel: string
  /** What will happen. */
  children: ReactNode
  /** Makes the call with what proves the login; the dialog closes when it resolves. */
  onConfirm: (confirmation: { currentPassword?: string }) => Promise<void>
  onClose: () => void
  size?: string
}

export function ConfirmedDialog({
  title,
  submitLabel,
  children,
  onConfirm,
  onClose,
  size = 'sm'
}: ConfirmedDialogProps) {
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues: { currentPassword: '' },
    schema: z.object({ currentPassword: z.string() }),
    check: ({ currentPassword }) => missed(currentPassword)
  })
  return (
    <FormDialog
      title={title}
      form={form}
      onSubmit={({ currentPassword }) => listen(onConfirm(confirmed(currentPassword)))}
      onClose={onClose}
      submitLabel={submitLabel}
      size={size}
      fieldOfCode={currentPasswordCodes}
    >
      {children}
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
  )
}
