// Adds, edits or shows a campaign: its messages, whom they are for, over which connection and when.
import { useEffect, useState } from 'react'
import { Alert, Anchor, Switch, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  campaignDraft,
  createCampaign,
  isCampaignEditable,
  largestCampaignFile,
  updateCampaign,
  type Campaign
} from '@guiche/shared/features/outreach/campaigns.ts'
import { publicFile } from '@guiche/shared/kernel/server-paths.ts'
import { useNow } from '#platform/device/clock.ts'
import { companyZone, shownAt } from '#platform/session/company-clock.ts'
import { errorText } from '#platform/net/error-text.ts'
import { formatSize } from '#platform/text/format.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { serverUrl } from '#platform/session/server-address.ts'
import { useUser } from '#platform/session/session.ts'
import { AttachmentField } from '#ui/forms/AttachmentField.tsx'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { RecordSelect } from '#ui/forms/RecordSelect.tsx'
import { useDraftForm } from '#ui/forms/use-draft-form.ts'
import { defaultConnection } from '#features/inbox/connections/connections.store.ts'
import { ConnectionSelect } from '#features/inbox/connections/ConnectionSelect.tsx'
import { AudienceField } from './AudienceField.tsx'
import { fileChoices } from '#features/library/file-lists/file-choices.store.ts'
import { saveMedia } from './campaign-media.ts'
import { refreshCampaignSettings } from '../settings/campaign-settings.store.ts'
import { draftOf, valuesOf, type CampaignValues } from './campaign-values.ts'
import { CampaignMessages } from './CampaignMessages.tsx'
import { takeCampaign } from '../campaigns.store.ts'

interface CampaignDialogProps {
  /** Absent to add one. */
  campaign?: Campaign
  onClose: () => void
}

type Translate = ReturnType<typeof useTranslation<['campaigns', 'attachments', 'validation', 'errors']>>['t']

/** What begins by itself has to be complete. */
function checkSchedule(values: CampaignValues, made: Campaign | undefined, t: Translate): Record<string, string> {
  const { scheduledAt, audience, messages, whatsappId } = values
  if (scheduledAt === '' || made?.status === 'CANCELADA') return {}
  const required = t('validation:required')
  const field = audience === 'list' ? 'contactListId' : 'tagListId'
  const isKept = made?.scheduledAt != null && shownAt(made.scheduledAt) === scheduledAt
  return {
    ...(values[field] === null ? { [field]: required } : {}),
    ...(whatsappId === null ? { whatsappId: required } : {}),
    ...(messages.every((text) => text.trim() === '') ? { 'messages.0': required } : {}),
    ...(!isKept && scheduledAt <= shownAt(Date.now()) ? { scheduledAt: t('errors:ERR_SCHEDULE_IN_PAST') } : {})
  }
}

function checkFile({ file }: CampaignValues, t: Translate): Record<string, string> {
  if (file === null) return {}
  const size = formatSize(largestCampaignFile)
  return file.size > largestCampaignFile ? { file: t('attachments:tooLarge', { size }) } : {}
}

export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const { t } = useTranslation(['campaigns', 'attachments', 'validation', 'errors'])
  const user = useUser()
  const now = useNow()
  // One whose image was refused is not made a second time.
  const [made, setMade] = useState(campaign)
  const [isPicking, setPicking] = useState(false)
  const [tab, setTab] = useState('0')
  const [isReadOnly] = useState(() => campaign !== undefined && !isCampaignEditable(campaign, Date.now()))
  const form = useDraftForm<CampaignValues>({
    initialValues: valuesOf(campaign, user.whatsappId ?? defaultConnection()),
    schema: campaignDraft.pick({ name: true }),
    check: (values) => ({ ...checkSchedule(values, made, t), ...checkFile(values, t) })
  })
  useEffect(() => void refreshCampaignSettings(), [])
  const hasBegun = campaign?.status === 'CANCELADA'

  const submit = async (values: CampaignValues) => {
    const body = draftOf(values, made)
    const saved = await takeCampaign(made?.id, () =>
      made ? call(updateCampaign, { params: { id: made.id }, body }) : call(createCampaign, { body })
    )
    setMade(saved)
    try {
      setMade(await takeCampaign(saved.id, () => saveMedia(saved, values)))
    } catch (error) {
      form.setFieldError('file', errorText(error))
      throw error
    }
    notify.success(t(saved.status === 'PROGRAMADA' ? 'savedScheduled' : 'saved'))
  }
  return (
    <FormDialog
      title={t(campaign === undefined ? 'add' : isReadOnly ? 'view' : 'edit')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      size="xl"
      isReadOnly={isReadOnly}
      closeOnEscape={!isPicking}
      fieldOfCode={{
        ERR_NO_CONTACT_LIST_FOUND: 'contactListId',
        ERR_NO_TAG_FOUND: 'tagListId',
        ERR_NO_WAPP_FOUND: 'whatsappId',
        ERR_NO_FILE_LIST_FOUND: 'fileListId'
      }}
      onInvalid={(fields) => {
        const wrong = fields.find((field) => /^(messages|confirmations)\.\d$/.test(field))
        if (wrong !== undefined) setTab(wrong.slice(-1))
      }}
    >
      {isReadOnly && <Alert color="gray">{t(`readOnly_${campaign?.status ?? 'INATIVA'}`)}</Alert>}
      {hasBegun && <Alert color="gray">{t('begun')}</Alert>}
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        withAsterisk
        maxLength={50}
        data-autofocus
        readOnly={isReadOnly}
        {...form.getInputProps('name')}
      />
      <AudienceField form={form} isFixed={isReadOnly} />
      <Switch
        label={t('confirmation')}
        description={t('confirmationSwitchHint')}
        disabled={isReadOnly}
        {...form.getInputProps('confirmation', { type: 'checkbox' })}
      />
      <CampaignMessages
        form={form}
        isReadOnly={isReadOnly}
        fileName={made?.mediaName ?? null}
        tab={tab}
        onTab={setTab}
        onPicking={setPicking}
      />
      <ConnectionSelect
        label={t('whatsapp')}
        description={t('whatsappHint')}
        readOnly={isReadOnly}
        {...form.getInputProps('whatsappId')}
      />
      <TextInput
        type="datetime-local"
        label={t('scheduledAt')}
        description={t('scheduledAtHint', { zone: companyZone() })}
        min={shownAt(now)}
        readOnly={isReadOnly || hasBegun}
        {...form.getInputProps('scheduledAt')}
      />
      {isReadOnly && made?.mediaPath && (
        <Anchor size="sm" href={serverUrl(publicFile(made.mediaPath))} target="_blank" rel="noreferrer">
          {made.mediaName}
        </Anchor>
      )}
      {!isReadOnly && (
        <AttachmentField
          values={form.values}
          stored={made}
          limit={largestCampaignFile}
          label={t('media')}
          inputProps={form.getInputProps('file')}
          onRemove={() => form.setFieldValue('isFileRemoved', true)}
        />
      )}
      <RecordSelect
        list={fileChoices}
        label={t('fileList')}
        readOnly={isReadOnly}
        {...form.getInputProps('fileListId')}
      />
    </FormDialog>
  )
}
