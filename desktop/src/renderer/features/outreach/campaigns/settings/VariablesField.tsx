// The company's own variables: a shortcut and what stands in its place.
import { useRef, useState } from 'react'
import { ActionIcon, Button, Stack, Text, TextInput, Title, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { foldVariable, variableNamed } from '@guiche/shared/features/inbox/message-variables.ts'
import type { DraftForm } from '#ui/forms/use-draft-form.ts'
import classes from '../campaigns.module.css'
import type { SettingValues } from './setting-values.ts'

const letters = /^[\p{L}\p{N}_-]{1,40}$/u

export function VariablesField({ form }: { form: DraftForm<SettingValues> }) {
  const { t } = useTranslation(['campaigns', 'words'])
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const keyField = useRef<HTMLInputElement>(null)
  const { variables } = form.values
  const add = () => {
    // People write the braces along.
    const name = key.trim().replaceAll(/^\{+|\}+$/g, '')
    const isTaken =
      variableNamed(name) !== undefined || variables.some((one) => foldVariable(one.key) === foldVariable(name))
    const problem = !letters.test(name) ? t('badShortcut') : isTaken ? t('shortcutTaken', { name }) : null
    setWrong(problem)
    keyField.current?.focus()
    if (problem !== null) return
    form.insertListItem('variables', { key: name, value: value.trim() })
    setKey('')
    setValue('')
  }
  return (
    <Stack gap="md" className={classes['variables'] ?? ''}>
      <div>
        <Title order={2}>{t('variables')}</Title>
        <Text size="sm" c="dimmed">
          {t('variablesText', { example: `{{${t('shortcutExample')}}}` })}
        </Text>
      </div>
      {variables.map((one, index) => (
        <div key={one.key} className={classes['variable']} role="group" aria-label={`{{${one.key}}}`}>
          <Text fw={500} py={8} truncate className="g-numbers">{`{{${one.key}}}`}</Text>
          <TextInput
            aria-label={t('contentOf', { name: one.key })}
            maxLength={1000}
            {...form.getInputProps(`variables.${index}.value`)}
          />
          <Tooltip label={t('words:delete')}>
            <ActionIcon
              size="input-sm"
              aria-label={t('deleteVariable', { name: one.key })}
              onClick={() => form.removeListItem('variables', index)}
            >
              <IconTrash size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </div>
      ))}
      <div className={classes['variable']} role="group" aria-label={t('newVariable')}>
        <TextInput
          ref={keyField}
          aria-label={t('shortcut')}
          placeholder={t('shortcutPlaceholder')}
          maxLength={42}
          value={key}
          error={wrong}
          onChange={(event) => {
            setKey(event.currentTarget.value)
            setWrong(null)
          }}
        />
        <TextInput
          aria-label={t('content')}
          placeholder={t('content')}
          maxLength={1000}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
          {t('words:add')}
        </Button>
      </div>
    </Stack>
  )
}
