// The super user's help videos, in a form above the table.
import { Text } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import i18next from 'i18next'
import { createHelp, helpDraft, updateHelp, type Help } from '@guiche/shared/features/library/helps.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { call } from '#platform/net/http.ts'
import { defineRecordForm } from '#ui/records/record-form.ts'
import { RecordTab } from '#ui/records/RecordTab.tsx'
import { putHelp, refreshHelps, removeHelp, useHelps } from './helps.store.ts'

const form = defineRecordForm({
  words: 'helps',
  values: (help: Help | undefined) => ({
    title: help?.title ?? '',
    video: help?.video ?? '',
    description: help?.description ?? '',
    language: help?.language ?? ''
  }),
  schema: helpDraft,
  done: 'words:operationDone',
  fields: [
    { name: 'title', label: 'name', withAsterisk: true, maxLength: 120 },
    { name: 'video', withAsterisk: true, maxLength: 500, more: ({ t }) => ({ placeholder: t('videoHint') }) },
    { name: 'description', kind: 'area', autosize: true, minRows: 1, maxRows: 5, maxLength: 2_000 },
    {
      name: 'language',
      kind: 'select',
      hint: 'languageHint',
      options: (t) => [
        { value: '', label: t('everyLanguage') },
        ...languages.map((language) => ({ value: language, label: i18next.t(`layout:${language}`) }))
      ]
    }
  ],
  save: (values, help) => {
    const body = helpDraft.parse(values)
    return help ? call(updateHelp, { params: { id: help.id }, body }) : call(createHelp, { body })
  },
  keep: putHelp
})

const list = { use: useHelps, refresh: refreshHelps }

export function HelpsTab() {
  return (
    <RecordTab
      words="helps"
      texts={{ emptyText: 'tabEmpty', deleteTitle: 'words:deleteTitle', deleted: 'words:operationDone' }}
      icon={IconVideo}
      list={list}
      columns={[
        { title: 'name', render: ({ title }) => <Text fw={500}>{title}</Text> },
        { title: 'video', from: 'sm', render: ({ video }) => <Text truncate="end">{video}</Text> },
        {
          title: 'description',
          from: 'md',
          render: ({ description }) => (
            <Text size="sm" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          )
        }
      ]}
      form={form}
      failure="saveFailed"
      deleteText={(_help, t) => t('words:deleteQuestion')}
      remove={({ id }) => removeHelp(id)}
    />
  )
}
