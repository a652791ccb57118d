// The WhatsApp number of a form: when it is left, what was understood stands in it.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { holdsHiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import { digitsOf, formatPhone } from '@guiche/shared/kernel/phone.ts'
import { isInBrazil, typedNumber } from '#platform/text/typed-number.ts'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'

interface NumberFieldProps<V extends { number: string }> {
  form: DraftForm<V>
  /** What is stored; it stays as it is unless another one is typed. */
  stored?: string | undefined
  isRequired?: boolean
  /** The number may not be changed by whoever looks at it. */
  isFixed?: boolean
}

export function NumberField<V extends { number: string }>({
  form,
  stored,
  isRequired = true,
  isFixed = false
}: NumberFieldProps<V>) {
  const { t } = useTranslation('contacts')
  const { onBlur, ...input } = form.getInputProps('number')
  const isHidden = holdsHiddenNumber(stored ?? '')
  const leave = () => {
    const typed: string = form.values.number
    const meant = typedNumber(typed)
    if (!isHidden && typed !== stored && meant !== digitsOf(typed))
      form.setFieldValue('number', formatPhone(meant) as never)
    onBlur()
  }
  return (
    <TextInput
      label={t('number')}
      readOnly={isFixed || isHidden}
      description={t(
        isHidden ? 'numberHidden' : isFixed ? 'numberFixed' : isInBrazil() ? 'numberHintBrazil' : 'numberHint'
      )}
      type="tel"
      inputMode="tel"
      withAsterisk={isRequired}
      placeholder="5513912344321"
      {...input}
      onBlur={leave}
    />
  )
}
