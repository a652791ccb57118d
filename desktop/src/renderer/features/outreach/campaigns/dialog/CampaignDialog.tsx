// Adds, edits, sends or shows a campaign in four steps, with what somebody would read beside them.
import { useEffect, useRef, useState } from 'react'
import { Alert, Button, Stack, Title } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  createCampaign,
  isCampaignEditable,
  updateCampaign,
  type Campaign
} from '@guiche/shared/features/outreach/campaigns.ts'
import { errorText } from '#platform/net/error-text.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { useUser } from '#platform/session/session.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { defaultConnection, ensureConnections } from '#features/inbox/connections/connections.store.ts'
import { fileChoices } from '#features/library/file-lists/file-choices.store.ts'
import { listChoices, tagChoices } from '../list/campaign-choices.store.ts'
import { refreshCampaignSettings } from '../settings/campaign-settings.store.ts'
import { moveCampaign, takeCampaign } from '../campaigns.store.ts'
import { useAudienceText, useListSize, useTagUse } from './audience-size.ts'
import { saveMedia } from './campaign-media.ts'
import { campaignSteps, firstStepOf, gapsOf, stepOf, type CampaignStep } from './campaign-steps.ts'
import { draftOf, valuesOf, type CampaignValues } from './campaign-values.ts'
import { CampaignPreview } from './CampaignPreview.tsx'
import { CheckStep } from './CheckStep.tsx'
import { StepButtons, type Wish } from './StepButtons.tsx'
import { StepList } from './StepList.tsx'
import { useCampaignForm, useGapText } from './use-campaign-form.ts'
import { WhatStep } from './WhatStep.tsx'
import { WhenStep } from './WhenStep.tsx'
import { WhomStep } from './WhomStep.tsx'
import classes from './campaign-dialog.module.css'

const fieldOfCode = {
  ERR_NO_CONTACT_LIST_FOUND: 'contactListId',
  ERR_NO_TAG_FOUND: 'tagListId',
  ERR_NO_WAPP_FOUND: 'whatsappId',
  ERR_NO_FILE_LIST_FOUND: 'fileListId'
}

/** The first message that was written, as the name of its tab. */
function firstWritten({ messages }: CampaignValues): string {
  const index = messages.findIndex((text) => text.trim() !== '')
  return String(Math.max(0, index))
}

interface CampaignDialogProps {
  /** Absent to add one. */
  campaign?: Campaign
  onClose: () => void
}

/** What all steps share: the form, what is stored, and the ways to keep it and to send it. */
function useCampaignWork(campaign: Campaign | undefined) {
  const { t } = useTranslation('campaigns')
  const user = useUser()
  // One whose image was refused is not made a second time.
  const [made, setMade] = useState(campaign)
  const form = useCampaignForm(valuesOf(campaign, user.whatsappId ?? defaultConnection()), made)
  useEffect(() => {
    void refreshCampaignSettings()
    void ensureConnections()
    for (const choices of [fileChoices, listChoices, tagChoices]) void choices.ensure()
  }, [])
  const submit = async (values: CampaignValues, wish: Wish) => {
    const body = draftOf(values, made)
    const saved = await takeCampaign(made?.id, () =>
      made ? call(updateCampaign, { params: { id: made.id }, body }) : call(createCampaign, { body })
    )
    setMade(saved)
    let kept = saved
    try {
      kept = await takeCampaign(saved.id, () => saveMedia(saved, values))
      setMade(kept)
    } catch (error) {
      form.setFieldError('file', errorText(error))
      throw error
    }
    if (wish === 'send' && kept.status !== 'PROGRAMADA') {
      const way = kept.status === 'CANCELADA' ? 'restart' : 'start'
      // Should it not begin, it is kept nevertheless.
      form.setValues({ file: null, isFileRemoved: false })
      form.resetDirty({ ...values, file: null, isFileRemoved: false })
      await moveCampaign(way, kept)
      notify.success(t(`${way}Done`))
      return
    }
    notify.success(t(kept.status === 'PROGRAMADA' ? 'savedScheduled' : 'saved'))
  }
  return { form, made, submit }
}

export function CampaignDialog({ campaign, onClose }: CampaignDialogProps) {
  const { t } = useTranslation(['campaigns', 'words'])
  const { form, made, submit } = useCampaignWork(campaign)
  const { values } = form
  const [isReadOnly] = useState(() => campaign !== undefined && !isCampaignEditable(campaign, Date.now()))
  const hasBegun = campaign?.status === 'CANCELADA'
  const [step, setStep] = useState<CampaignStep>(isReadOnly ? 'check' : 'whom')
  const [tab, setTab] = useState(() => firstWritten(values))
  const [isPicking, setPicking] = useState(false)
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const wish = useRef<Wish>('next')
  const setWish = (wanted: Wish) => {
    wish.current = wanted
  }
  const place = useRef<HTMLDivElement>(null)
  const gapText = useGapText()
  const size = useListSize(values)
  const sizeText = useAudienceText(size, useTagUse(values))
  const gaps = gapsOf(values, made)
  const fileName = values.file?.name ?? (values.isFileRemoved ? null : (made?.mediaName ?? null))
  const index = campaignSteps.indexOf(step)

  /** To a step, with the focus on one of its fields or on its heading. */
  const goTo = (next: CampaignStep, field?: string) => {
    setStep(next)
    if (field?.startsWith('messages')) setTab('0')
    requestAnimationFrame(() => {
      const wanted = field && place.current?.querySelector<HTMLElement>(`[data-path="${field}"]`)
      ;(wanted || place.current?.querySelector<HTMLElement>('h3'))?.focus()
    })
  }
  const move = (by: 1 | -1) => {
    // Said on the step that is left, where it is found again; nobody is kept from going on.
    if (by > 0 && step === 'whom') form.validateField('name')
    const next = campaignSteps[index + by]
    if (next) goTo(next)
  }
  const takesSubmit = () => {
    if (wish.current === 'next' || isReadOnly) {
      move(1)
      return true
    }
    const [first] = gaps
    if (wish.current !== 'send' || !first) return false
    form.setErrors(Object.fromEntries(gaps.map((gap) => [gap.field, gapText(gap)])))
    goTo(stepOf(first.field), first.field)
    return true
  }
  const sendLabel = hasBegun ? t('restart') : values.when === 'now' ? t('sendNow') : null
  const panels = {
    whom: () => <WhomStep form={form} sizeText={sizeText} isReadOnly={isReadOnly} />,
    what: () => <WhatStep {...{ form, made, isReadOnly, tab }} onTab={setTab} onPicking={setPicking} />,
    when: () => <WhenStep {...{ form, size, isReadOnly, hasBegun }} />,
    check: () => <CheckStep {...{ values, made, gaps, size, sizeText, fileName, isReadOnly, hasBegun }} onStep={goTo} />
  }
  return (
    <FormDialog
      title={t(campaign === undefined ? 'add' : isReadOnly ? 'view' : 'edit')}
      form={form}
      onSubmit={(sent) => submit(sent, wish.current)}
      onClose={onClose}
      size="70rem"
      isReadOnly={isReadOnly}
      closeOnEscape={!isPicking}
      fieldOfCode={fieldOfCode}
      takesSubmit={takesSubmit}
      keeping={{
        // With a moment it goes out by itself.
        label: t(values.when === 'now' || hasBegun ? 'keepDraft' : 'words:save'),
        onChosen: () => setWish('save')
      }}
      onInvalid={(fields) => {
        setStep(firstStepOf(fields))
        const wrong = fields.find((field) => /^(messages|confirmations)\.\d$/.test(field))
        if (wrong !== undefined) setTab(wrong.slice(-1))
      }}
      aside={
        index > 0 && (
          <Button variant="default" onClick={() => move(-1)}>
            {t('words:back')}
          </Button>
        )
      }
      buttons={({ leave, isBusy }) => (
        <StepButtons
          isLast={step === 'check'}
          {...{ isReadOnly, isBusy, sendLabel }}
          onWish={setWish}
          onLeave={leave}
        />
      )}
    >
      {isReadOnly && <Alert color="gray">{t(`readOnly_${campaign?.status ?? 'INATIVA'}`)}</Alert>}
      {hasBegun && <Alert color="gray">{t('begun')}</Alert>}
      <StepList step={step} wrong={Object.keys(form.errors)} gaps={gaps} isReadOnly={isReadOnly} onStep={setStep} />
      <div className={classes['columns']}>
        <Stack gap="md" ref={place}>
          <Title order={3} fz="md" tabIndex={-1} className={classes['heading'] ?? ''}>
            {t(isReadOnly && step === 'check' ? 'summary' : `step_${step}`)}
          </Title>
          {panels[step]()}
        </Stack>
        <section className={classes['aside']} aria-label={t('preview')}>
          <Button
            variant="default"
            className={classes['toggle'] ?? ''}
            aria-expanded={isPreviewOpen}
            leftSection={isPreviewOpen ? <IconEyeOff size={16} /> : <IconEye size={16} />}
            onClick={() => setPreviewOpen(!isPreviewOpen)}
          >
            {t(isPreviewOpen ? 'hidePreview' : 'showPreview')}
          </Button>
          <div className={classes['preview']} data-closed={!isPreviewOpen || undefined}>
            <CampaignPreview values={values} fileName={fileName} tab={tab} onTab={setTab} />
          </div>
        </section>
      </div>
    </FormDialog>
  )
}
