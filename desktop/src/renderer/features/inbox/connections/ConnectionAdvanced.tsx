// What few need of a connection: the earlier conversations of its phone and the token of the external API.
import { ActionIcon, Button, CopyButton, Group, Select, Stack, TextInput, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { historyChoices } from '@guiche/shared/features/inbox/connections.ts'
import type { DraftForm } from '#ui/use-draft-form.ts'
import type { ConnectionValues } from './connection-form.ts'

/** Bytes of chance in a token. */
const tokenBytes = 32

const makeToken = (): string =>
  [...crypto.getRandomValues(new Uint8Array(tokenBytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const ConnectionAdvanced = ({ form }: { form: DraftForm<ConnectionValues> }) => {
  const { t } = useTranslation(['connections', 'words'])
  const replacesToken = form.getInitialValues().token !== '' && form.isDirty('token')
  return (
    <Stack gap="md">
      <Select
        label={t('formHistory')}
        description={t('formHistoryHint')}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        data={historyChoices.map((value) => ({ value, label: t(`history_${value}`) }))}
        allowDeselect={false}
        {...form.getInputProps('importHistory')}
      />
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          label={t('formToken')}
          description={t(replacesToken ? 'formTokenChanged' : 'formTokenHint')}
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('token')}
          rightSection={
            form.values.token !== '' && (
              <CopyButton value={form.values.token}>
                {({ copied, copy }) => (
                  <Tooltip label={t(copied ? 'words:copied' : 'words:copy')}>
                    <ActionIcon aria-label={t('words:copy')} onClick={copy}>
                      {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                    </ActionIcon>
                  </Tooltip>
                )}
              </CopyButton>
            )
          }
        />
        <Button variant="default" onClick={() => form.setFieldValue('token', makeToken())}>
          {t('formTokenNew')}
        </Button>
      </Group>
    </Stack>
  )
}
