// Adds or edits an announcement: title, text, priority, whether it is shown, and an image.
import { useEffect, useMemo, useState } from 'react'
import { Button, FileInput, Select, Text, Textarea, TextInput } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
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
import { errorText } from '#platform/net/error-text.ts'
import { formatSize } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { upload } from '#platform/net/upload.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { priorityOf } from './announcement-priority.ts'
import classes from './announcements.module.css'
import { putAnnouncement } from './announcements.store.ts'

interface Values extends Record<string, unknown> {
  title: string
  text: string
  priority: string
  status: string
  /** A new image; null keeps what there is. */
  file: File | null
  isImageRemoved: boolean
}

/** Sends the image after the announcement; what fails leaves the announcement saved, and says so. */
async function saveImage(saved: Announcement, { file, isImageRemoved }: Values): Promise<Announcement> {
  const params = { id: saved.id }
  if (file !== null) {
    const body = new FormData()
    body.append('file', file, file.name)
    return upload(uploadAnnouncementImage, { params, body })
  }
  return isImageRemoved && saved.mediaPath !== null ? call(removeAnnouncementImage, { params }) : saved
}

interface AnnouncementFormProps {
  /** Absent to add one. */
  announcement?: Announcement
  onClose: () => void
}

export function AnnouncementForm({ announcement, onClose }: AnnouncementFormProps) {
  const { t } = useTranslation(['announcements', 'words'])
  // An announcement whose image was refused is not created a second time.
  const [made, setMade] = useState(announcement)
  const form = useDraftForm<Values>({
    initialValues: {
      title: announcement?.title ?? '',
      text: announcement?.text ?? '',
      priority: String(announcement?.priority ?? 3),
      status: String(announcement?.status ?? true),
      file: null,
      isImageRemoved: false
    },
    schema: announcementDraft,
    required: 'mandatory',
    check: ({ file }): Record<string, string> =>
      file !== null && file.size > largestAnnouncementImage
        ? { file: t('imageTooLarge', { size: formatSize(largestAnnouncementImage) }) }
        : {}
  })
  const { file, isImageRemoved } = form.values
  const picked = useMemo(() => (file === null ? null : URL.createObjectURL(file)), [file])
  useEffect(() => () => void (picked !== null && URL.revokeObjectURL(picked)), [picked])
  const present = isImageRemoved || !announcement?.mediaPath ? null : serverUrl(publicFile(announcement.mediaPath))

  const submit = async (values: Values) => {
    const body = announcementDraft.parse(values)
    const saved = made
      ? await call(updateAnnouncement, { params: { id: made.id }, body })
      : await call(createAnnouncement, { body })
    setMade(saved)
    putAnnouncement(saved)
    try {
      putAnnouncement(await saveImage(saved, values))
    } catch (error) {
      form.setFieldError('file', errorText(error))
      throw error
    }
    notify.success(t('saved'))
  }
  return (
    <FormDialog title={t(announcement ? 'edit' : 'add')} form={form} onSubmit={submit} onClose={onClose} size="lg">
      <TextInput label={t('heading')} withAsterisk maxLength={200} data-autofocus {...form.getInputProps('title')} />
      <Textarea
        label={t('text')}
        withAsterisk
        minRows={5}
        maxRows={16}
        maxLength={10_000}
        {...form.getInputProps('text')}
      />
      <Select
        label={t('priority')}
        data={announcementPriorities.map((priority) => ({
          value: String(priority),
          label: t(priorityOf({ priority }).word)
        }))}
        {...form.getInputProps('priority')}
      />
      <Select
        label={t('status')}
        data={[
          { value: 'true', label: t('active') },
          { value: 'false', label: t('inactive') }
        ]}
        {...form.getInputProps('status')}
      />
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
                {announcement?.mediaName}
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
    </FormDialog>
  )
}
