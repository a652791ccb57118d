// The form of an announcement: title, text, priority, whether it is shown, and an image.
import { useEffect, useMemo } from 'react'
import { Button, FileInput, Text } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import i18next from 'i18next'
import {
  announcementDraft,
  announcementPriorities,
  createAnnouncement,
  largestAnnouncementImage,
  removeAnnouncementImage,
  updateAnnouncement,
  uploadAnnouncementImage,
  type Announcement
} from '@guiche/shared/features/library/announcements.ts'
import { publicFile } from '@guiche/shared/kernel/server-paths.ts'
import { languages } from '@guiche/shared/kernel/languages.ts'
import { call } from '#platform/net/http.ts'
import { upload } from '#platform/net/upload.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { formatSize } from '#platform/text/format.ts'
import { defineRecordForm, type FormContext } from '#ui/records/record-form.ts'
import { priorityOf } from './announcement-priority.ts'
import classes from './announcements.module.css'
import { putAnnouncement } from './announcements.store.ts'

function valuesOf(announcement: Announcement | undefined) {
  return {
    title: announcement?.title ?? '',
    text: announcement?.text ?? '',
    priority: String(announcement?.priority ?? 3),
    status: String(announcement?.status ?? true),
    language: announcement?.language ?? '',
    /** A new image; null keeps what there is. */
    file: null as File | null,
    isImageRemoved: false
  }
}

type Context = FormContext<Announcement, ReturnType<typeof valuesOf>, 'announcements'>

function ImageField({ form, record, t }: Context) {
  const { file, isImageRemoved } = form.values
  const picked = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file])
  useEffect(() => () => void (picked !== null && URL.revokeObjectURL(picked)), [picked])
  const present = isImageRemoved || !record?.mediaPath ? null : serverUrl(publicFile(record.mediaPath))
  return (
    <>
      <FileInput
        label={t('image')}
        description={t('imageHint')}
        placeholder={t('chooseImage')}
        accept=".png,.jpg,.jpeg"
        clearable
        leftSection={<IconPhoto size={16} stroke={1.6} />}
        {...form.getInputProps('file')}
      />
      {(picked ?? present) !== null && (
        <div className={classes['preview']}>
          <img src={picked ?? present ?? ''} alt={t('image')} />
          {picked === null && (
            <>
              <Text size="xs" c="dimmed">
                {record?.mediaName}
              </Text>
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                leftSection={<IconTrash size={14} />}
                onClick={() => form.setFieldValue('isImageRemoved', true)}
              >
                {t('removeImage')}
              </Button>
            </>
          )}
        </div>
      )}
    </>
  )
}

export const announcementForm = defineRecordForm({
  words: 'announcements',
  values: valuesOf,
  schema: announcementDraft,
  check: ({ file }): Record<string, string> =>
    file !== null && file.size > largestAnnouncementImage
      ? { file: i18next.t('announcements:imageTooLarge', { size: formatSize(largestAnnouncementImage) }) }
      : {},
  size: 'lg',
  fields: [
    { name: 'title', label: 'heading', withAsterisk: true, maxLength: 200 },
    { name: 'text', kind: 'area', withAsterisk: true, minRows: 5, maxRows: 16, maxLength: 10_000 },
    {
      name: 'priority',
      kind: 'select',
      options: (t) =>
        announcementPriorities.map((priority) => ({
          value: String(priority),
          label: t(priorityOf({ priority }).word)
        }))
    },
    {
      name: 'status',
      kind: 'select',
      options: (t) => [
        { value: 'true', label: t('active') },
        { value: 'false', label: t('inactive') }
      ]
    },
    {
      name: 'language',
      kind: 'select',
      hint: 'languageHint',
      options: (t) => [
        { value: '', label: t('everyLanguage') },
        ...languages.map((language) => ({ value: language, label: i18next.t(`layout:${language}`) }))
      ]
    },
    { kind: 'own', render: ImageField }
  ],
  save: (values, stored) => {
    const body = announcementDraft.parse(values)
    return stored ? call(updateAnnouncement, { params: { id: stored.id }, body }) : call(createAnnouncement, { body })
  },
  keep: (saved) => putAnnouncement(saved),
  attach: {
    field: 'file',
    save: async (saved, { file, isImageRemoved }) => {
      const params = { id: saved.id }
      if (file !== null) {
        const body = new FormData()
        body.append('file', file, file.name)
        return upload(uploadAnnouncementImage, { params, body })
      }
      return isImageRemoved && saved.mediaPath !== null ? call(removeAnnouncementImage, { params }) : saved
    }
  }
})
