// The public key of whoever opens archives.
import { Textarea, type TextareaProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Whether it may be a public key; the server looks closer. */
export const isPublicKey = (typed: string): boolean => typed.trim().startsWith('age1')

export function RecipientField(props: TextareaProps) {
  const { t } = useTranslation('companyArchives')
  return <Textarea label={t('recipient')} placeholder="age1…" autosize maxRows={4} withAsterisk {...props} />
}
