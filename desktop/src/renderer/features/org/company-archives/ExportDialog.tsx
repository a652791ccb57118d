// Asks how the archive of a company is to be encrypted, and has it written.
import { Radio, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { startCompanyExport } from '@guiche/shared/features/org/company-archives.ts'
import { notify } from '#platform/device/notify.ts'
import { call } from '#platform/net/http.ts'
import { CurrentPasswordField } from '#ui/forms/CurrentPasswordField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { currentPasswordCodes, useAskedPassword } from '#ui/forms/use-asked-password.ts'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { isPublicKey, RecipientField } from './RecipientField.tsx'

interface ExportDialogProps {
  company: { id: number; name: string }
  /** With the key that opens it; null where it is encrypted to a key of one's own. */
  onStarted: (identity: string | null) => void
  onClose: () => void
}

export function ExportDialog({ company, onStarted, onClose }: ExportDialogProps) {
  const { t } = useTranslation(['companyArchives', 'validation'])
  const { isAsked, listen, missed, confirmed } = useAskedPassword()
  const form = useDraftForm({
    initialValues: { way: 'new', recipient: '', currentPassword: '' },
    schema: z.object({ way: z.string(), recipient: z.string(), currentPassword: z.string() }),
    check: ({ way, recipient, currentPassword }) => ({
      ...missed(currentPassword),
      ...(way === 'own' && !isPublicKey(recipient) ? { recipient: t('badRecipient') } : {})
    })
  })
  const isOwn = form.values.way === 'own'
  return (
    <FormDialog
      title={t('exportTitle', { name: company.name })}
      form={form}
      submitLabel={t('start')}
      onSubmit={async ({ way, recipient, currentPassword }) => {
        const key = way === 'own' ? { recipient: recipient.trim() } : {}
        const body = { companyId: company.id, ...key, ...confirmed(currentPassword) }
        const { identity } = await listen(call(startCompanyExport, { body }))
        notify.success(t('started'))
        onStarted(identity)
      }}
      onClose={onClose}
      fieldOfCode={currentPasswordCodes}
    >
      <Text size="sm">{t('exportText')}</Text>
      <Radio.Group label={t('way')} {...form.getInputProps('way')}>
        <Stack gap="xs" mt="xs">
          <Radio value="new" label={t('wayNew')} description={t('wayNewHint')} />
          <Radio value="own" label={t('wayOwn')} description={t('wayOwnHint')} />
        </Stack>
      </Radio.Group>
      {isOwn && <RecipientField {...form.getInputProps('recipient')} />}
      {isAsked && <CurrentPasswordField {...form.getInputProps('currentPassword')} />}
    </FormDialog>
  )
}
