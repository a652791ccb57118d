// The head of a page: its title, a line about it, and the one primary action.
import type { ReactNode } from 'react'
import { Group, Text, Title } from '@mantine/core'

interface PageHeaderProps {
  title: string
  text?: ReactNode
  /** Search field and buttons, the primary action last. */
  children?: ReactNode
}

export const PageHeader = ({ title, text, children }: PageHeaderProps) => (
  <Group justify="space-between" align="flex-end" gap="md" mb="md">
    <div>
      <Title order={1}>{title}</Title>
      {text !== undefined && <Text c="dimmed">{text}</Text>}
    </div>
    {children !== undefined && <Group gap="xs">{children}</Group>}
  </Group>
)
