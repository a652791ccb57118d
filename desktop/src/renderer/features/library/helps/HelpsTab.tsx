// The super user's help videos, in a form above the table.
import { useEffect, useState } from 'react'
import { Text, Textarea, TextInput } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { createHelp, helpDraft, updateHelp, type Help } from '@guiche/shared/features/library/helps.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { ConfirmDialog } from '#ui/feedback/ConfirmDialog.tsx'
import { DataTable, type Column } from '#ui/tables/DataTable.tsx'
import { RecordForm } from '#ui/forms/RecordForm.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { putHelp, refreshHelps, removeHelp, useHelps } from './helps.store.ts'

function valuesOf(help: Help | null) {
  return {
    title: help?.title ?? '',
    video: help?.video ?? '',
    description: help?.description ?? ''
  }
}

export function HelpsTab() {
  const { t } = useTranslation(['helps', 'words'])
  const { items, phase, error } = useHelps()
  const [edited, setEdited] = useState<Help | null>(null)
  const [isAsking, setAsking] = useState(false)
  useEffect(() => void refreshHelps(), [])
  const form = useDraftForm({ initialValues: valuesOf(null), schema: helpDraft, required: 'mandatory' })
  const edit = (help: Help | null) => {
    setEdited(help)
    form.setValues(valuesOf(help))
    form.clearErrors()
  }
  const columns: Column<Help>[] = [
    { key: 'title', title: t('name'), render: ({ title }) => <Text fw={500}>{title}</Text> },
    { key: 'video', title: t('video'), from: 'sm', render: ({ video }) => <Text truncate="end">{video}</Text> },
    {
      key: 'description',
      title: t('description'),
      from: 'md',
      render: ({ description }) => (
        <Text size="sm" c="dimmed" lineClamp={2}>
          {description}
        </Text>
      )
    }
  ]
  return (
    <>
      <RecordForm
        label={t(edited ? 'edit' : 'add')}
        form={form}
        onSubmit={async (body) => {
          const saving = edited ? call(updateHelp, { params: { id: edited.id }, body }) : call(createHelp, { body })
          putHelp(await saving)
          edit(null)
          notify.success(t('words:operationDone'))
        }}
        onClear={() => edit(null)}
        onDelete={edited ? () => setAsking(true) : undefined}
        failure={t('saveFailed')}
      >
        <TextInput label={t('name')} withAsterisk maxLength={120} {...form.getInputProps('title')} />
        <TextInput
          label={t('video')}
          placeholder={t('videoHint')}
          withAsterisk
          maxLength={500}
          {...form.getInputProps('video')}
        />
        <Textarea
          label={t('description')}
          autosize
          minRows={1}
          maxRows={5}
          maxLength={2_000}
          {...form.getInputProps('description')}
        />
      </RecordForm>
      <DataTable
        label={t('title')}
        columns={columns}
        rows={items}
        rowKey={({ id }) => id}
        phase={phase}
        error={error}
        onRetry={() => void refreshHelps()}
        onOpen={edit}
        currentKey={edited?.id}
        empty={{ icon: IconVideo, text: t('tabEmpty') }}
      />
      {isAsking && edited && (
        <ConfirmDialog
          title={t('words:deleteTitle')}
          text={t('words:deleteQuestion')}
          confirmLabel={t('words:delete')}
          onConfirm={async () => {
            await removeHelp(edited.id)
            edit(null)
            notify.success(t('words:operationDone'))
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
