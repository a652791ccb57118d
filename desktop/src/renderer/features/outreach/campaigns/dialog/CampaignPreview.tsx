// What somebody of the audience would read, on a phone with the variables filled in; nothing is sent.
import { Group, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fillVariables } from '@guiche/shared/features/inbox/message-variables.ts'
import { fillCampaignText } from '@guiche/shared/features/outreach/campaign-text.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { formatNumber } from '#platform/text/format.ts'
import { companyFacts } from '#platform/session/company-facts.ts'
import { useUser } from '#platform/session/session.ts'
import { WhatsappText } from '#ui/conversation/WhatsappText.tsx'
import { Avatar } from '#ui/layout/Avatar.tsx'
import { IconButton } from '#ui/layout/IconButton.tsx'
import { fileChoices } from '#features/library/file-lists/file-choices.store.ts'
import { useCampaignSettings } from '../settings/campaign-settings.store.ts'
import { five, type CampaignValues } from './campaign-values.ts'
import { usePreviewPeople } from './preview-people.ts'
import classes from './campaign-dialog.module.css'

/** Stands in where nobody of the audience is known. */
const sample = { name: 'Maria Souza', number: '5511987654321', email: 'maria@exemplo.com.br' }

function FileLine({ name }: { name: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <IconPaperclip size={14} aria-hidden />
      <Text size="xs">{name}</Text>
    </Group>
  )
}

/** What follows the message: the text of the file list, then its files with what goes along. */
function FollowingFiles({ fileListId, fill }: { fileListId: string | null; fill: (text: string) => string }) {
  const { t } = useTranslation('campaigns')
  const list = fileChoices.use(({ items }) => items.find(({ id }) => String(id) === fileListId))
  if (!list) return null
  return (
    <Stack gap={6} role="group" aria-label={list.name}>
      <Text size="xs" c="dimmed" ta="center">
        {t('afterMessage', { name: list.name })}
      </Text>
      <div className={classes['bubble']}>
        <WhatsappText text={fill(list.message)} />
      </div>
      {list.options.map(({ id, name, fileName, path }) =>
        path === null ? null : (
          <div key={id} className={classes['bubble']}>
            <FileLine name={fileName ?? ''} />
            {name !== '' && <WhatsappText text={name} />}
          </div>
        )
      )}
    </Stack>
  )
}

/** Whose eyes it is looked at through: chosen by name, or the one before and the next. */
function PersonChoice({ people }: { people: ReturnType<typeof usePreviewPeople> }) {
  const { t } = useTranslation(['campaigns', 'words'])
  const { offered, person, position, count } = people
  return (
    <Stack gap={4}>
      <Group gap={4} wrap="nowrap" align="flex-end">
        <Select
          label={t('previewFor')}
          flex={1}
          miw={0}
          searchable
          data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
          filter={({ options }) => options}
          value={person ? String(person.id) : null}
          onChange={people.choose}
          onSearchChange={people.search}
          nothingFoundMessage={t('words:noOptions')}
        />
        <IconButton
          icon={IconChevronLeft}
          label={t('previousPerson')}
          disabled={position <= 0}
          onClick={() => people.move(-1)}
        />
        <IconButton
          icon={IconChevronRight}
          label={t('nextPerson')}
          disabled={position + 1 >= count}
          onClick={() => people.move(1)}
        />
      </Group>
      {person && (
        <Text size="xs" c="dimmed" className="g-numbers" aria-live="polite">
          {position >= 0 && `${t('personOf', { number: formatNumber(position + 1), all: formatNumber(count) })} · `}
          {formatPhone(person.number)}
        </Text>
      )}
    </Stack>
  )
}

interface CampaignPreviewProps {
  values: CampaignValues
  /** The file that goes with the message, if one does. */
  fileName: string | null
  /** Which of the five messages is looked at: the one that is written. */
  tab: string
  onTab: (tab: string) => void
}

export function CampaignPreview({ values, fileName, tab, onTab }: CampaignPreviewProps) {
  const { t } = useTranslation('campaigns')
  const { company } = useUser()
  const people = usePreviewPeople(values)
  const own = useCampaignSettings(({ settings }) => settings?.variables) ?? []
  const shown = people.person ?? sample
  const fill = (text: string) =>
    // The agent and the queue of a campaign's ticket are not known before.
    fillVariables(fillCampaignText(text, shown, own), { ...companyFacts(company), contact: shown })
  const index = Number(tab)
  const message = values.messages[index] ?? ''
  const question = values.confirmation ? (values.confirmations[index] ?? '') : ''
  const written = values.messages.filter((text) => text.trim() !== '').length
  return (
    <Stack gap="sm">
      {people.offered.length > 0 && <PersonChoice people={people} />}
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={t('previewMessage')}
        data={five.map((one) => ({ value: String(one), label: String(one + 1) }))}
        value={tab}
        onChange={onTab}
      />
      <div className={classes['phone']} role="group" aria-label={t('message', { number: index + 1 })}>
        <Group gap="xs" wrap="nowrap" className={classes['phoneHead'] ?? ''}>
          <Avatar name={company.name} size={28} />
          <Text size="sm" fw={500} truncate>
            {company.name}
          </Text>
        </Group>
        <Stack gap={6} className={classes['chat'] ?? ''}>
          {message.trim() === '' ? (
            <Text c="dimmed" size="sm" ta="center" m="auto">
              {t(written === 0 ? 'nothingWritten' : 'notWritten', { number: index + 1 })}
            </Text>
          ) : (
            <>
              {question.trim() !== '' && (
                <>
                  <div className={classes['bubble']}>
                    <WhatsappText text={fill(question)} />
                  </div>
                  <Text size="xs" c="dimmed" ta="center">
                    {t('afterAnswer')}
                  </Text>
                </>
              )}
              <div className={classes['bubble']}>
                {fileName !== null && <FileLine name={fileName} />}
                <WhatsappText text={fill(message)} />
              </div>
              <FollowingFiles fileListId={values.fileListId} fill={fill} />
            </>
          )}
        </Stack>
      </div>
      <Text c="dimmed" size="xs">
        {t(people.person ? 'previewOf' : 'previewOfSample', { name: shown.name })}
        {written > 1 && ` ${t('oneOf')}`}
      </Text>
    </Stack>
  )
}
