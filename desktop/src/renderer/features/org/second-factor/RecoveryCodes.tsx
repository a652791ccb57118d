// Recovery codes, shown once: to copy, to save as a file and to print.
import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { notify } from '#platform/device/notify.ts'
import { saveText } from '#platform/net/save-file.ts'
import { printText } from './print-text.ts'
import classes from './second-factor.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** Whose they are, for the file and the print. */
  email: string
  onDone: () => void
}

export function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation('secondFactor')
  const text = `Guichê · ${email}\n${t('codesTitle')}\n\n${codes.join('\n')}\n`
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => notify.success(t('copied')),
      () => notify.error(t('copyFailed'))
    )
  return (
    <Stack gap="md">
      <Alert color="yellow" title={t('codesTitle')}>
        {t('codesText')}
      </Alert>
      <ul className={classes['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => saveText(text, t('fileName'))}
        >
          {t('download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} />} onClick={() => printText(text)}>
          {t('print')}
        </Button>
      </Group>
      <Button onClick={onDone}>{t('saved')}</Button>
    </Stack>
  )
}
