// Records with the form above their table: a click on a row brings one into the form, which also deletes it.
import { useState } from 'react'
import { RecordForm } from '../forms/RecordForm.tsx'
import { PagedTable } from '../tables/PagedTable.tsx'
import { columnsOf } from './columns-of.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import type { RecordFormDefinition, Values } from './record-form.ts'
import type { AnyRecord, RecordsDefinition } from './record-screen.ts'
import { RecordButtons } from './RecordButtons.tsx'
import { RecordFields } from './RecordFields.tsx'
import { useTexts, type TextKey, type Words } from './record-texts.ts'
import { useRecordForm } from './use-record-form.tsx'

interface RecordTabDefinition<T extends AnyRecord, V extends Values, W extends Words, S> extends RecordsDefinition<
  T,
  W
> {
  form: RecordFormDefinition<T, V, W, S>
  /** Said whenever one could not be saved. */
  failure: TextKey<W>
}

export function RecordTab<T extends AnyRecord, V extends Values, W extends Words, S>(
  tab: RecordTabDefinition<T, V, W, S>
) {
  const { words, icon, list, form: definition, texts = {}, actions = [] } = tab
  const t = useTexts(words)
  const [edited, setEdited] = useState<T>()
  const [isAsking, setAsking] = useState(false)
  const { context, save, fieldOfCode, passwordField } = useRecordForm(definition, edited)
  const edit = (record: T | undefined) => {
    setEdited(record)
    context.form.setValues({ ...context.form.values, ...definition.values(record) })
    context.form.clearErrors()
  }
  const buttons = (record: T) => (
    <RecordButtons of={tab} record={record} show={() => undefined} mayEdit={false} mayDelete={false} />
  )
  return (
    <>
      <RecordForm
        label={t((edited ? 'edit' : 'add') as TextKey<W>)}
        form={context.form}
        onSubmit={async (values) => {
          await save(values)
          edit(undefined)
        }}
        onClear={() => edit(undefined)}
        onDelete={edited ? () => setAsking(true) : undefined}
        failure={t(tab.failure)}
        fieldOfCode={fieldOfCode}
      >
        <RecordFields fields={definition.fields} context={context} />
        {passwordField}
      </RecordForm>
      <PagedTable
        label={t(texts.title ?? ('title' as TextKey<W>))}
        columns={columnsOf(tab, t, actions.length > 0 ? buttons : undefined)}
        list={list}
        onOpen={edit}
        currentKey={edited?.id}
        empty={{ icon, text: t(texts.emptyText ?? ('emptyText' as TextKey<W>)) }}
      />
      {isAsking && edited && (
        <DeleteDialog of={tab} record={edited} onDeleted={() => edit(undefined)} onClose={() => setAsking(false)} />
      )}
    </>
  )
}
