// Tries the external API as another program would call it: with the token that is typed, not with the own login.
import { useState } from 'react'
import { Button, Code, FileInput, Paper, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFile } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { sendExternally } from '@guiche/shared/features/automation/external-api.ts'
import { longestText } from '@guiche/shared/features/inbox/messages.ts'
import { digitsOf } from '@guiche/shared/kernel/phone.ts'
import { ApiError } from '#platform/net/api-error.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { validationText } from '#platform/text/validation.ts'
import classes from './external-api.module.css'

/** Milliseconds a file may take. */
const patience = 300_000

interface Values {
  token: string
  number: string
  body: string
  file: File | null
}

function formOf({ number, file }: Values): FormData {
  const form = new FormData()
  form.append('number', digitsOf(number))
  if (file) form.append('medias', file, file.name)
  return form
}

export function ApiTestForm({ kind }: { kind: 'text' | 'file' }) {
  const { t } = useTranslation(['api', 'validation'])
  const [answer, setAnswer] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const mandatory = (value: unknown) => (value ? null : t('validation:required'))
  const form = useForm<Values>({
    initialValues: { token: '', number: '', body: '', file: null },
    validateInputOnBlur: true,
    validate: {
      token: (value) => mandatory(value.trim()),
      number: (value) => mandatory(digitsOf(value)),
      body: (value) => (kind === 'text' ? mandatory(value.trim()) : null),
      file: (value) => (kind === 'file' ? mandatory(value) : null)
    }
  })
  const submit = form.onSubmit(async (values) => {
    setBusy(true)
    try {
      const body =
        kind === 'file' ? formOf(values) : { number: digitsOf(values.number), body: values.body, closeTicket: false }
      const sent = await call(sendExternally, { body }, { bearer: values.token.trim(), timeout: patience })
      setAnswer(JSON.stringify(sent, null, 2))
      notify.success(t('sent'))
    } catch (error) {
      if (error instanceof ApiError) {
        setAnswer(JSON.stringify({ status: error.status, error: error.code }, null, 2))
        for (const [name, message] of Object.entries(error.fields)) form.setFieldError(name, validationText(message))
      }
      notify.error(error)
    } finally {
      setBusy(false)
    }
  })
  const title = t(kind === 'text' ? 'tryText' : 'tryFile')
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <form noValidate onSubmit={submit} aria-label={title}>
        <Stack gap="sm">
          <Title order={2} size="h4">
            {title}
          </Title>
          <TextInput
            label={t('token')}
            description={t('tokenWhere')}
            withAsterisk
            autoComplete="off"
            {...form.getInputProps('token')}
          />
          <TextInput
            label={t('number')}
            description={t('numberHint')}
            withAsterisk
            inputMode="tel"
            placeholder="5511987654321"
            {...form.getInputProps('number')}
          />
          {kind === 'text' ? (
            <Textarea
              label={t('body')}
              withAsterisk
              minRows={3}
              autosize
              maxLength={longestText}
              {...form.getInputProps('body')}
            />
          ) : (
            <FileInput
              label={t('file')}
              withAsterisk
              clearable
              placeholder={t('chooseFile')}
              leftSection={<IconFile size={16} stroke={1.6} />}
              {...form.getInputProps('file')}
            />
          )}
          <Button type="submit" loading={isBusy} className={classes['send']}>
            {t('send')}
          </Button>
          {answer !== null && (
            <Code block tabIndex={0} aria-label={t('answer')}>
              {answer}
            </Code>
          )}
        </Stack>
      </form>
    </Paper>
  )
}
