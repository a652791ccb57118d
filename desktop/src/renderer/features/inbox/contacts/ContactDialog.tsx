// Adds or edits a contact, with any further information as pairs of name and value.
import type { ReactNode } from 'react'
import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { hasPermission } from '@guiche/shared/kernel/access.ts'
import { contactDraft, createContact, updateContact, type Contact } from '@guiche/shared/features/inbox/contacts.ts'
import { holdsHiddenNumber } from '@guiche/shared/kernel/hidden-number.ts'
import type { TagBrief } from '@guiche/shared/features/inbox/tags.ts'
import { call } from '#platform/net/http.ts'
import { typedNumber } from '#platform/text/typed-number.ts'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import { defineRecordForm } from '#ui/records/record-form.ts'
import { RecordDialog } from '#ui/records/RecordDialog.tsx'
import { TagSelect } from '#features/inbox/tags/TagSelect.tsx'
import { contacts } from './contacts.store.ts'
import { NumberField } from './NumberField.tsx'

interface ContactValues extends Record<string, unknown> {
  name: string
  number: string
  email: string
  extraInfo: { id?: number; name: string; value: string }[]
  tags: TagBrief[]
}

function ExtraInfo({ form }: { form: DraftForm<ContactValues> }) {
  const { t } = useTranslation(['contacts', 'words'])
  const rows = form.values.extraInfo
  return (
    <Stack gap="xs">
      <Text fw={500}>{t('extraInfo')}</Text>
      {rows.map((row, index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex={1}
            aria-label={t('extraName')}
            placeholder={t('extraName')}
            // One that was added just now: what is stored has an id.
            autoFocus={row.id === undefined}
            maxLength={100}
            {...form.getInputProps(`extraInfo.${index}.name`)}
          />
          <TextInput
            flex={2}
            aria-label={t('extraValue')}
            placeholder={t('extraValue')}
            maxLength={1000}
            {...form.getInputProps(`extraInfo.${index}.value`)}
          />
          <Tooltip label={t('words:removeName', { name: row.name })}>
            <ActionIcon
              size="lg"
              aria-label={t('words:removeName', { name: row.name })}
              onClick={() => form.removeListItem('extraInfo', index)}
            >
              <IconX size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      ))}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          onClick={() => form.insertListItem('extraInfo', { name: '', value: '' })}
        >
          {t('addExtra')}
        </Button>
      </Group>
    </Stack>
  )
}

const form = defineRecordForm({
  words: 'contacts',
  values: (contact: Contact | undefined): ContactValues => ({
    name: contact?.name ?? '',
    number: contact?.number ?? '',
    email: contact?.email ?? '',
    extraInfo: contact?.extraInfo ?? [],
    tags: contact?.tags ?? []
  }),
  // A contact known by a LID only, and a group, has no number, and may be named all the same; so may one whose number is hidden.
  schema: (contact) =>
    contact && (contact.number === '' || holdsHiddenNumber(contact.number))
      ? contactDraft.omit({ number: true })
      : contactDraft,
  fieldOfCode: { ERR_DUPLICATED_CONTACT: 'number', ERR_WAPP_INVALID_CONTACT: 'number' },
  fields: [
    { name: 'name', withAsterisk: true },
    {
      kind: 'own',
      render: ({ form: draft, record, user }) => (
        <NumberField
          form={draft}
          stored={record?.number}
          isRequired={record?.number !== ''}
          isFixed={record !== undefined && record.number !== '' && !hasPermission(user, 'contacts-page:renumber')}
        />
      )
    },
    { name: 'email', type: 'email' },
    {
      kind: 'own',
      render: ({ form: draft, t }) => (
        <>
          <TagSelect
            label={t('tags')}
            value={draft.values.tags}
            onChange={(tags) => draft.setFieldValue('tags', tags)}
          />
          <ExtraInfo form={draft} />
        </>
      )
    }
  ],
  save: ({ number: typed, extraInfo, tags, ...rest }, contact, draft) => {
    const number = typed === contact?.number ? typed : typedNumber(typed)
    const body = {
      ...rest,
      extraInfo: extraInfo.filter(({ name, value }) => name.trim() !== '' || value.trim() !== ''),
      ...(contact && number === contact.number ? {} : { number }),
      // What others tag meanwhile stays.
      ...(draft.isDirty('tags') ? { tags: tags.map(({ id }) => ({ id })) } : {})
    }
    return contact
      ? call(updateContact, { params: { id: contact.id }, body })
      : call(createContact, { body: { ...body, number } })
  },
  keep: contacts.upsert
})

interface ContactDialogProps {
  /** Absent to add one. */
  contact?: Contact | undefined
  initial?: { name?: string; number?: string }
  /** Called with the stored contact before the dialog closes. */
  onSaved?: (saved: Contact) => void
  /** What else is to happen, left of the buttons. */
  option?: ReactNode
  onClose: () => void
}

export function ContactDialog({ contact, option, ...props }: ContactDialogProps) {
  return <RecordDialog form={form} record={contact} aside={option} {...props} />
}
