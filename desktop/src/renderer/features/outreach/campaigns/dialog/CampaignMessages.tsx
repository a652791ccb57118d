// The five messages of a campaign in tabs, each with the question that asks before.
import { Stack, Tabs, Text, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { personVariables } from '@guiche/shared/features/outreach/campaign-text.ts'
import { EmojiTextarea } from '#ui/forms/EmojiTextarea.tsx'
import { StatusDot } from '#ui/layout/StatusDot.tsx'
import { VariableMenu } from '#ui/forms/VariableMenu.tsx'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import { useCampaignSettings } from '../settings/campaign-settings.store.ts'
import { five, type CampaignValues } from './campaign-values.ts'
import classes from './campaign-dialog.module.css'

const offered = [...personVariables, 'greeting', 'date', 'company'] as const

interface CampaignMessagesProps {
  form: DraftForm<CampaignValues>
  isReadOnly: boolean
  tab: string
  onTab: (tab: string) => void
  /** Escape is meant for the emoji picker while it is open. */
  onPicking: (isOpen: boolean) => void
}

export function CampaignMessages(props: CampaignMessagesProps) {
  const { t } = useTranslation('campaigns')
  const { form, isReadOnly, tab, onTab, onPicking } = props
  const { values } = form
  const own = useCampaignSettings(({ settings }) => settings?.variables)
  const textarea = (kind: 'messages' | 'confirmations', index: number) => {
    const path = `${kind}.${index}`
    const common = {
      label: t(kind === 'messages' ? 'message' : 'question', { number: index + 1 }),
      value: values[kind][index] ?? ''
    }
    if (isReadOnly) return <Textarea key={path} rows={5} autosize={false} readOnly {...common} />
    return (
      <EmojiTextarea
        key={path}
        description={t(kind === 'messages' ? 'messageHint' : 'questionHint')}
        rows={5}
        maxLength={4096}
        {...form.getInputProps(path)}
        {...common}
        onText={(text) => form.setFieldValue(path, text)}
        onPicking={onPicking}
        tools={(insert) => <VariableMenu variables={offered} own={own ?? []} onInsert={insert} />}
      />
    )
  }
  return (
    <Stack gap={4}>
      <Text fw={500}>{t('messages')}</Text>
      <Tabs value={tab} onChange={(value) => onTab(value ?? '0')} keepMounted={false}>
        <Tabs.List aria-label={t('messages')}>
          {five.map((index) => (
            <Tabs.Tab
              key={index}
              value={String(index)}
              className={classes['tab'] ?? ''}
              aria-label={t('message', { number: index + 1 })}
              rightSection={values.messages[index]?.trim() ? <StatusDot tone="good" /> : undefined}
            >
              {index + 1}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {five.map((index) => (
          <Tabs.Panel key={index} value={String(index)} pt="sm">
            <div className={classes['texts']} data-two={values.confirmation || undefined}>
              {values.confirmation && textarea('confirmations', index)}
              {textarea('messages', index)}
            </div>
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  )
}
