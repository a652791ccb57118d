// The form of a record as data: its fields, the schema that checks them, and the calls that save it.
import type { ReactNode } from 'react'
import type {
  CheckboxProps,
  NumberInputProps,
  PasswordInputProps,
  SelectProps,
  SwitchProps,
  TextareaProps,
  TextInputProps
} from '@mantine/core'
import type { z } from 'zod'
import type { SessionUser } from '@guiche/shared/features/org/auth.ts'
import type { checkWith } from '#platform/text/validation.ts'
import type { DraftForm } from '../forms/use-draft-form.ts'
import type { TextKey, Translate, Words } from './record-texts.ts'

export type Values = Record<string, unknown>

/** What fields and rules may look at. */
export interface FormContext<T, V extends Values, W extends Words> {
  form: DraftForm<V>
  /** Absent while one is added. */
  record: T | undefined
  /** As it is stored meanwhile. */
  stored: T | undefined
  /** Who fills it in. */
  user: SessionUser
  t: Translate<W>
  /** Something is open over the form, for which Escape is meant. */
  setOver: (isOpen: boolean) => void
}

/** What stands beside the fields of a dialog. */
export interface FormExtras {
  /** Left of the buttons. */
  aside?: ReactNode
  /** Below the fields. */
  below?: ReactNode
}

type WithExtras<C> = (props: { context: C; children: (extras: FormExtras) => ReactNode }) => ReactNode

type Text<T, V extends Values, W extends Words> = TextKey<W> | ((context: FormContext<T, V, W>) => string | undefined)

interface Named<T, V extends Values, W extends Words> {
  name: keyof V & string
  /** Without one, the key that is called like the field. */
  label?: TextKey<W>
  hint?: Text<T, V, W>
  /** Shows the field only then. */
  when?: (context: FormContext<T, V, W>) => boolean
  /** Of a select. */
  options?: (t: Translate<W>) => { value: string; label: string }[]
  /** Properties that depend on what is typed or stored. */
  more?: (context: FormContext<T, V, W>) => object
}

type Of<P> = Omit<P, 'name' | 'label' | 'description' | 'data' | 'form'>
type Kinds =
  | ({ kind?: 'text' } & Of<TextInputProps>)
  | ({ kind: 'area' } & Of<TextareaProps>)
  | ({ kind: 'number' } & Of<NumberInputProps>)
  | ({ kind: 'select' } & Of<SelectProps>)
  | ({ kind: 'checkbox' } & Of<CheckboxProps>)
  | ({ kind: 'switch' } & Of<SwitchProps>)
  | ({ kind: 'password' } & Of<PasswordInputProps>)
  | { kind: 'color' }
  /** One that the server keeps and never tells. */
  | { kind: 'key'; maxLength: number; isFile?: boolean }

/** One that stands in a component of its own, with the field's properties. */
export type InputField<T, V extends Values, W extends Words> = Named<T, V, W> & Kinds

/** Fields beside one another, where the window is wide enough. */
interface Row<T, V extends Values, W extends Words> {
  kind: 'row'
  columns: 2 | 3
  fields: Field<T, V, W>[]
  when?: (context: FormContext<T, V, W>) => boolean
}

/** What no other kind is: a component. */
interface Own<T, V extends Values, W extends Words> {
  kind: 'own'
  render: (context: FormContext<T, V, W>) => ReactNode
  when?: (context: FormContext<T, V, W>) => boolean
}

export type Field<T, V extends Values, W extends Words> = InputField<T, V, W> | Row<T, V, W> | Own<T, V, W>

/** `S` is what the calls answer with, where that is less than a row of the list. */
export interface RecordFormDefinition<T, V extends Values, W extends Words, S = T> {
  /** Namespace with `add`, `edit`, `saved` and the labels. */
  words: W
  /** What the form starts with. */
  values: (record: T | undefined) => V
  schema: z.ZodType | ((record: T | undefined) => z.ZodType)
  /** Key of the text for empty fields. */
  required?: Parameters<typeof checkWith>[1]
  /** Further rules; theirs win over the schema's. */
  check?: (values: V, context: Pick<FormContext<T, V, W>, 't' | 'record'>) => Record<string, string>
  fields: Field<T, V, W>[]
  /** The first wrong field that it belongs to, by error code of the server. */
  fieldOfCode?: Record<string, string>
  /** Called with the wrong fields. */
  onInvalid?: (fields: string[]) => void
  size?: 'lg'
  /** True where the server may ask for the caller's own password, which is then among the values. */
  asksPassword?: true
  /** Stores it and answers with the record as it is stored. Errors: ApiError. */
  save: (values: V, stored: T | undefined, form: DraftForm<V>) => Promise<S>
  /** Puts what was stored into the lists, where `save` has not. */
  keep?: (saved: S) => void
  /** Sends the file of a record that is stored; what is refused stands beside the field. Errors: ApiError. */
  attach?: { field: keyof V & string; save: (saved: S, values: V) => Promise<S> }
  /** Key of what is said whenever it could not be saved, instead of the error. */
  failure?: TextKey<W>
  /** Key of the text that says it was saved. */
  done?: TextKey<W>
  /** A component that adds to the dialog what it keeps itself. */
  extras?: WithExtras<FormContext<T, V, W>>
  titles?: { add: TextKey<W>; edit: TextKey<W> }
}

/** Names the types, outside of components: those of record and values come from `values`, the keys of texts from `words`. */
export const defineRecordForm = <T, V extends Values, const W extends Words, S>(
  form: RecordFormDefinition<T, V, W, S>
): RecordFormDefinition<T, V, W, S> => form
