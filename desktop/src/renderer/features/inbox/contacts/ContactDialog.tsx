// Adds or edits a contact, with any further information as pairs of name and value.
import type { ReactNode } from 'react'
import { ActionIcon, Button, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { contactDraft, createContact, updateContact, type Contact } from '@guiche/shared/features/inbox/contacts.ts'
import type { TagBrief } from '@guiche/shared/features/inbox/tags.ts'
import { call } from '#platform/net/http.ts'
import { notify } from '#platform/device/notify.ts'
import { useMay } from '#platform/session/session.ts'
import { typedNumber } from '#platform/text/typed-number.ts'
import { FormDialog } from '#ui/forms/FormDialog.tsx'
import { useDraftForm, type DraftForm } from '#ui/forms/use-draft-form.ts'
import { TagSelect } from '#features/inbox/tags/TagSelect.tsx'
import { putContact } from './contacts.store.ts'
import { NumberField } from './NumberField.tsx'

interface ContactValues extends Record<string, unknown> {
  name: string
  number: string
  email: string
  extraInfo: { id?: number; name: string; value: string }[]
  tags: TagBrief[]
}

function ExtraInfo({ form }: { form: DraftForm<ContactValues> }) {
  const { t } = useTranslation('contacts')
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
          <Tooltip label={t('removeExtra', { name: row.name })}>
            <ActionIcon
              size="lg"
              aria-label={t('removeExtra', { name: row.name })}
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

interface ContactDialogProps {
  /** Absent to add one. */
  contact?: Contact
  initialName?: string
  initialNumber?: string
  /** Called with the stored contact before the dialog closes. */
  onSaved?: (saved: Contact) => void
  /** What else is to happen, left of the buttons. */
  option?: ReactNode
  onClose: () => void
}

export function ContactDialog(props: ContactDialogProps) {
  const { contact, initialName, initialNumber, onSaved, option, onClose } = props
  const { t } = useTranslation('contacts')
  const mayRenumber = useMay('contacts-page:renumber')
  const form = useDraftForm<ContactValues>({
    initialValues: {
      name: contact?.name ?? initialName ?? '',
      number: contact?.number ?? initialNumber ?? '',
      email: contact?.email ?? '',
      extraInfo: contact?.extraInfo ?? [],
      tags: contact?.tags ?? []
    },
    // A contact known by a LID only, and a group, has no number, and may be named all the same.
    schema: contact?.number === '' ? contactDraft.omit({ number: true }) : contactDraft
  })
  const submit = async ({ number: typed, extraInfo, tags, ...rest }: ContactValues) => {
    const number = typed === contact?.number ? typed : typedNumber(typed)
    const body = {
      ...rest,
      extraInfo: extraInfo.filter(({ name, value }) => name.trim() !== '' || value.trim() !== ''),
      ...(contact && number === contact.number ? {} : { number }),
      // What others tag meanwhile stays.
      ...(form.isDirty('tags') ? { tags: tags.map(({ id }) => ({ id })) } : {})
    }
    const saved = contact
      ? await call(updateContact, { params: { id: contact.id }, body })
      : await call(createContact, { body: { ...body, number } })
    putContact(saved)
    notify.success(t('saved'))
    onSaved?.(saved)
  }
  return (
    <FormDialog
      title={t(contact ? 'edit' : 'add')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      aside={option}
      fieldOfCode={{ ERR_DUPLICATED_CONTACT: 'number', ERR_WAPP_INVALID_CONTACT: 'number' }}
    >
      <TextInput label={t('name')} withAsterisk data-autofocus {...form.getInputProps('name')} />
      <NumberField
        form={form}
        stored={contact?.number}
        isRequired={contact?.number !== ''}
        isFixed={contact !== undefined && contact.number !== '' && !mayRenumber}
      />
      <TextInput label={t('email')} type="email" {...form.getInputProps('email')} />
      <TagSelect label={t('tags')} value={form.values.tags} onChange={(tags) => form.setFieldValue('tags', tags)} />
      <ExtraInfo form={form} />
    </FormDialog>
  )
}
