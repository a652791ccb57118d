// The dialog that `?` opens: every shortcut of the present screen.
import { useEffect } from 'react'
import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { showShortcuts, useShortcuts } from './shortcuts.ts'
import { useDialogLife } from '../forms/use-dialog-life.ts'
import { useShortcutKeys } from './use-shortcut-keys.ts'

function ShortcutDialog() {
  const { t } = useTranslation('layout')
  const groups = useShortcuts((state) => state.groups)
  const { close, ...life } = useDialogLife(() => showShortcuts(false))
  return (
    <Modal {...life} onClose={close} title={t('shortcuts')} size="md">
      <Stack gap="lg">
        {groups.map((group) => (
          <Stack key={group.title} gap={6}>
            <Text size="xs" fw={600} c="dimmed">
              {group.title}
            </Text>
            {group.shortcuts.map(({ keys, text }) => (
              <Group key={text} justify="space-between" wrap="nowrap">
                <Text>{text}</Text>
                <Group gap={4} wrap="nowrap">
                  {keys.map((key) => (
                    <Kbd key={key} size="xs">
                      {key}
                    </Kbd>
                  ))}
                </Group>
              </Group>
            ))}
          </Stack>
        ))}
      </Stack>
    </Modal>
  )
}

export function ShortcutHelp() {
  const isOpen = useShortcuts((state) => state.isOpen)
  // Whoever signs in next does not find it open.
  useEffect(() => () => showShortcuts(false), [])
  // `?` alone where a layout or a key program types it without shift.
  useShortcutKeys([
    ['shift+?', () => showShortcuts(true)],
    ['?', () => showShortcuts(true)]
  ])
  return isOpen && <ShortcutDialog />
}
