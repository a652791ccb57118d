// What somebody of the list would read, with the variables filled in; nothing is sent.
import { useEffect, useState } from 'react'
import { Group, Select, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPaperclip } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fillVariables } from '@guiche/shared/features/inbox/message-variables.ts'
import { fillCampaignText, type CampaignPerson } from '@guiche/shared/features/outreach/campaign-text.ts'
import { listContactListItems, type ContactListItem } from '@guiche/shared/features/outreach/contact-lists.ts'
import { formatPhone } from '@guiche/shared/kernel/phone.ts'
import { call } from '#platform/net/http.ts'
import { companyFacts } from '#platform/session/company-facts.ts'
import { useUser } from '#platform/session/session.ts'
import { useStateOf } from '#platform/state/state-of.ts'
import { notify } from '#platform/device/notify.ts'
import { WhatsappText } from '#ui/conversation/WhatsappText.tsx'
import { fileChoices } from '#features/library/file-lists/file-choices.store.ts'
import { useCampaignSettings } from '../settings/campaign-settings.store.ts'
import type { CampaignValues } from './campaign-values.ts'
import classes from '../campaigns.module.css'

/** Milliseconds after the last key before a search is asked. */
const searchDelay = 500

/** People of a list, the first ones that a search finds. */
function usePeople(contactListId: number | null, search: string): ContactListItem[] {
  const [people, setPeople] = useStateOf<ContactListItem[]>(contactListId === null, [])
  useEffect(() => {
    if (contactListId === null) return
    const aborter = new AbortController()
    const query = { contactListId, searchParam: search, pageNumber: 1 }
    call(listContactListItems, { query }, { signal: aborter.signal }).then(
      ({ contacts }) => setPeople(contacts),
      (error: unknown) => notify.error(error)
    )
    return () => aborter.abort()
  }, [contactListId, search, setPeople])
  return people
}

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
    <Stack gap={6} className={classes['preview'] ?? ''} role="group" aria-label={list.name}>
      <Text size="xs" c="dimmed">
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

interface CampaignPreviewProps {
  values: CampaignValues
  /** The file that goes with the message, if one does. */
  fileName: string | null
}

export function CampaignPreview({ values, fileName }: CampaignPreviewProps) {
  const { t } = useTranslation(['campaigns', 'words'])
  const { audience, contactListId, messages, confirmations, confirmation } = values
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim().toLowerCase(), searchDelay)
  const [person, setPerson] = useState<ContactListItem | null>(null)
  const { company } = useUser()
  const people = usePeople(audience === 'list' && contactListId !== null ? Number(contactListId) : null, search)
  const own = useCampaignSettings(({ settings }) => settings?.variables) ?? []
  const sample = { name: 'Maria Souza', number: '5511987654321', email: 'maria@exemplo.com.br' }
  const shown: CampaignPerson = person ?? people[0] ?? sample
  const offered = person && !people.some(({ id }) => id === person.id) ? [person, ...people] : people
  const fill = (text: string) =>
    // The agent and the queue of a campaign's ticket are not known before.
    fillVariables(fillCampaignText(text, shown, own), { ...companyFacts(company), contact: shown })
  const written = messages.flatMap((message, index) =>
    message.trim() === '' ? [] : [{ index, message, question: confirmation ? (confirmations[index] ?? '') : '' }]
  )
  return (
    <Stack gap="sm">
      {audience === 'list' && contactListId !== null && (
        <Select
          label={t('previewFor')}
          searchable
          data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
          filter={({ options }) => options}
          value={person ? String(person.id) : people[0] ? String(people[0].id) : null}
          onChange={(id) => setPerson(offered.find((one) => String(one.id) === id) ?? null)}
          onSearchChange={(text) => setTyped(offered.some(({ name }) => name === text) ? '' : text)}
          nothingFoundMessage={t('words:noOptions')}
        />
      )}
      <Text c="dimmed" size="xs">
        {t('previewOf', { name: shown.name, number: formatPhone(shown.number) })}
        {written.length > 1 && ` ${t('oneOf')}`}
      </Text>
      {written.length === 0 && <Text c="dimmed">{t('nothingWritten')}</Text>}
      {written.map(({ index, message, question }) => (
        <Stack
          key={index}
          gap={6}
          className={classes['preview'] ?? ''}
          role="group"
          aria-label={t('message', { number: index + 1 })}
        >
          {question.trim() !== '' && (
            <>
              <div className={classes['bubble']}>
                <WhatsappText text={fill(question)} />
              </div>
              <Text size="xs" c="dimmed">
                {t('afterAnswer')}
              </Text>
            </>
          )}
          <div className={classes['bubble']}>
            {fileName !== null && <FileLine name={fileName} />}
            <WhatsappText text={fill(message)} />
          </div>
        </Stack>
      ))}
      {written.length > 0 && <FollowingFiles fileListId={values.fileListId} fill={fill} />}
    </Stack>
  )
}
