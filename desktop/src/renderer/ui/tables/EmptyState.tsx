// Says what would be here and how to get it.
import type { ReactNode } from 'react'
import { Stack, Text, ThemeIcon } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

interface EmptyStateProps {
  icon: Icon
  title: string
  text?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon: IconOf, title, text, action }: EmptyStateProps) {
  return (
    <Stack align="center" justify="center" gap="xs" py="xl" px="md" ta="center" m="auto">
      <ThemeIcon variant="light" color="gray" size={48} radius="xl">
        <IconOf size={24} stroke={1.5} />
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {text !== undefined && (
        <Text c="dimmed" maw={380}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  )
}
