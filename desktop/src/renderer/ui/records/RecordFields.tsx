// Draws the fields of a record's form, each by its kind.
import type { ComponentType } from 'react'
import { Checkbox, NumberInput, Select, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import { ColorSwatchPicker } from '../forms/ColorSwatchPicker.tsx'
import { PasswordField } from '../forms/PasswordField.tsx'
import { StoredKeyField } from '../forms/StoredKeyField.tsx'
import type { Field, FormContext, InputField, Values } from './record-form.ts'
import type { TextKey, Words } from './record-texts.ts'

/** Each takes its own properties, which the types of the fields name. */
const inputs = {
  text: TextInput,
  area: Textarea,
  number: NumberInput,
  select: Select,
  checkbox: Checkbox,
  switch: Switch,
  password: PasswordField,
  color: ColorSwatchPicker,
  key: StoredKeyField
} as unknown as Record<NonNullable<InputField<never, never, Words>['kind']>, ComponentType<object>>

interface InputProps<T, V extends Values, W extends Words> {
  field: InputField<T, V, W>
  context: FormContext<T, V, W>
  hasFocus: boolean
}

function RecordInput<T, V extends Values, W extends Words>({ field, context, hasFocus }: InputProps<T, V, W>) {
  const { name, kind = 'text', label = name as TextKey<W>, hint, when: _when, more, options, ...given } = field
  const { form, t } = context
  const Input = inputs[kind]
  const isToggle = kind === 'checkbox' || kind === 'switch'
  return (
    <Input
      {...given}
      {...{ label: t(label), description: typeof hint === 'function' ? hint(context) : hint && t(hint) }}
      {...(options ? { data: options(t) } : {})}
      {...(hasFocus ? { 'data-autofocus': true } : {})}
      {...form.getInputProps(name, isToggle ? { type: 'checkbox' } : {})}
      {...more?.(context)}
    />
  )
}

interface FieldsProps<T, V extends Values, W extends Words> {
  fields: Field<T, V, W>[]
  context: FormContext<T, V, W>
  /** The first line of text has the focus when the dialog opens. */
  isFocused?: boolean
}

export function RecordFields<T, V extends Values, W extends Words>(props: FieldsProps<T, V, W>) {
  const { fields, context, isFocused = false } = props
  const first = fields.find(({ kind }) => kind === undefined || kind === 'text')
  return fields.map((field, index) => {
    if (field.when && !field.when(context)) return null
    if (field.kind === 'own') return <field.render key={index} {...context} />
    if (field.kind === 'row') {
      return (
        <SimpleGrid key={index} cols={{ base: 1, xs: field.columns }} spacing="md">
          <RecordFields fields={field.fields} context={context} />
        </SimpleGrid>
      )
    }
    return <RecordInput key={field.name} field={field} context={context} hasFocus={isFocused && field === first} />
  })
}
