// What a text to customers can have filled in: a menu that puts `{{nome}}` and its like where the cursor is.
import { ActionIcon, Button, Menu, Text, Tooltip } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { variableSpellings, type Variable } from '@guiche/shared/features/inbox/message-variables.ts'
import { useTranslation } from '#platform/text/translation.ts'
import { useLocalValue } from '#platform/state/local-store.ts'
import classes from './variable-menu.module.css'

interface VariableMenuProps {
  /** Those that mean something where the text goes. */
  variables: readonly Variable[]
  /** The company's own, where the text takes them. */
  own?: readonly { key: string; value: string }[]
  onInsert: (piece: string) => void
  /** A sign alone, for the corner of a field. */
  isSmall?: boolean
}

export function VariableMenu({ variables, own = [], onInsert, isSmall = false }: VariableMenuProps) {
  const { t } = useTranslation('variables')
  const language = useLocalValue('language')
  const item = (key: string, written: string, label: string) => (
    <Menu.Item key={key} onClick={() => onInsert(`{{${written}}}`)}>
      <Text size="sm" span display="block" truncate>
        {label}
      </Text>
      <Text size="xs" c="dimmed" span display="block">{`{{${written}}}`}</Text>
    </Menu.Item>
  )
  return (
    <Menu position="top-end" returnFocus={false}>
      <Menu.Target>
        {isSmall ? (
          <Tooltip label={t('insert')}>
            <ActionIcon variant="subtle" aria-label={t('insert')}>
              <IconBraces size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Button variant="subtle" size="compact-sm" leftSection={<IconBraces size={14} />}>
            {t('insert')}
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown mah={320} className={classes['list'] ?? ''}>
        {variables.map((one) => item(one, variableSpellings[one][language], t(one)))}
        {own.length > 0 && <Menu.Divider />}
        {own.map(({ key, value }) => item(`own ${key}`, key, value))}
      </Menu.Dropdown>
    </Menu>
  )
}
