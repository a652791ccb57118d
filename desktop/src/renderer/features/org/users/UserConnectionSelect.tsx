// The connection on which a user's own tickets go out; empty means the company's default.
import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useConnectionChoices } from './connection-choices.store.ts'

export function UserConnectionSelect(props: Omit<SelectProps, 'data'>) {
  const { t } = useTranslation('users')
  const choices = useConnectionChoices((state) => state.choices)
  return (
    <Select
      label={t('whatsapp')}
      description={t('whatsappHint')}
      searchable
      data={[
        { value: '', label: t('companyDefault') },
        ...choices.map(({ id, name }) => ({ value: String(id), label: name }))
      ]}
      {...props}
    />
  )
}
